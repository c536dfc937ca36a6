'use client';

import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { chainStatuses, NEWEST_FIRST, statusesOf } from '@/lib/dashboard/bitcoin/chain-status/account-status';
import { keyVerdict, versionSummary } from '@/lib/dashboard/bitcoin/chain-status/verdict';
import type { ChainChoice } from '@/lib/dashboard/bitcoin-view';
import { refusalMessage } from '@/lib/dashboard/refusal-messages';
import { useAccountCells } from '../account/use-account-cells';
import { AccountCard } from './account-card';
import { ChainTable } from './chain-table';
import { KeyVerdict } from './key-verdict';

type Props = {
  publicKey: string;
  /** The key's EVM address, in EIP-55 form. */
  owner: string;
  accounts: Record<AccountVersion, string>;
  /** Buttons that show the QR codes of the accounts. */
  qrs: Record<AccountVersion, ReactNode>;
  chains: readonly ChainChoice[];
  /** Content below the accounts. */
  children: ReactNode;
};

/** A key's accounts and the chains on which they are safe to use, updated as chains respond. */
export function KeyStatus({ publicKey, owner, accounts, qrs, chains, children }: Props) {
  const { cells, isChecking, progress, error, checkAgain } = useAccountCells(publicKey);
  const statuses = useMemo(() => chainStatuses(chains, cells, owner), [chains, cells, owner]);
  // The table is deferred, because input and the verdict are more urgent than rendering forty chains.
  const table = useDeferredValue(useMemo(() => ({ statuses, progress }), [statuses, progress]));
  const done = statuses.filter((status) => statusesOf(status).every(({ cell }) => cell !== undefined)).length;
  return (
    <>
      <KeyVerdict
        verdict={keyVerdict(statuses, isChecking)}
        isChecking={isChecking}
        done={done}
        total={chains.length}
      />
      {error && (
        <p
          role="alert"
          className="mt-3 flex flex-wrap items-center gap-3 rounded-md bg-bad-soft px-3 py-2 text-sm"
        >
          Can’t check the chains: {refusalMessage(error)}.
          <button type="button" className="control" onClick={checkAgain}>
            Check again
          </button>
        </p>
      )}
      <div className="min-[1600px]:grid min-[1600px]:grid-cols-2 min-[1600px]:gap-x-8">
        <div>
          <div className="mt-4 grid gap-4 max-md:mt-3 max-md:gap-3 md:grid-cols-2">
            {NEWEST_FIRST.map((version) => (
              <AccountCard
                key={version}
                version={version}
                address={accounts[version]}
                qr={qrs[version]}
                summary={versionSummary(statuses, version, isChecking)}
                isFirstCheck={progress === 'first'}
              />
            ))}
          </div>
          {children}
        </div>
        <ChainTable
          publicKey={publicKey}
          owner={owner}
          accounts={accounts}
          statuses={table.statuses}
          progress={table.progress}
          checkAgain={error ? undefined : checkAgain}
        />
      </div>
    </>
  );
}
