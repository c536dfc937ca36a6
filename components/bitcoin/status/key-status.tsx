'use client';

import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Spoken } from '@/components/ui/a11y/spoken';
import { Icon } from '@/components/ui/icon';
import { Progress } from '@/components/ui/progress';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { chainStatuses, NEWEST_FIRST, statusesOf } from '@/lib/dashboard/bitcoin/chain-status/account-status';
import {
  isUnreached,
  keyVerdict,
  type Verdict,
  verdictNote,
  versionSummary,
} from '@/lib/dashboard/bitcoin/chain-status/verdict';
import type { ChainChoice } from '@/lib/dashboard/bitcoin-view';
import { refusalMessage } from '@/lib/dashboard/refusal-messages';
import { AccountCard } from './account-card';
import { ChainTable } from './chain-table';
import { CheckAgain } from './check-again';
import { useAccountCells } from './use-account-cells';

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
  const verdict = keyVerdict(statuses, isChecking);
  const isOffline = !error && progress !== 'first' && isUnreached(statuses);
  const done = statuses.filter((status) => statusesOf(status).every(({ cell }) => cell !== undefined)).length;
  return (
    <>
      <KeyVerdict
        verdict={verdict}
        note={verdictNote(statuses, verdict)}
        isChecking={isChecking}
        done={done}
        total={chains.length}
        action={
          isOffline && (
            <CheckAgain
              label="Check again"
              isChecking={isChecking}
              onCheck={checkAgain}
              className="mt-2 sm:absolute sm:top-1/2 sm:right-5 sm:mt-0 sm:-translate-y-1/2"
            />
          )
        }
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
          owner={owner}
          accounts={accounts}
          statuses={table.statuses}
          progress={table.progress}
          checkAgain={error || isOffline ? undefined : checkAgain}
        />
      </div>
    </>
  );
}

const LOOK = {
  good: { icon: 'check', className: 'bg-good-soft text-good' },
  caution: { icon: 'warning', className: 'bg-caution-soft text-caution' },
  bad: { icon: 'danger', className: 'bg-bad-soft text-bad' },
} as const;

type KeyVerdictProps = {
  verdict: Verdict;
  note: string;
  isChecking: boolean;
  done: number;
  total: number;
  /** The next step, if there is one. */
  action: ReactNode;
};

/** One sentence about whether it is safe to send to the accounts, and the progress of the check. */
function KeyVerdict({ verdict: { tone, sentence }, note, isChecking, done, total, action }: KeyVerdictProps) {
  const { icon, className } = LOOK[tone];
  return (
    <section
      aria-label="Verdict"
      className={`relative mt-4 flex gap-3 overflow-hidden rounded-lg border border-current/40 px-4 py-3.5 sm:px-5 ${className}`}
    >
      <Icon name={icon} className="mt-0.5 size-6" />
      {/* In narrow windows, the sentence may need another line once the chains have responded. */}
      <div className="max-[23rem]:min-h-44 sm:max-lg:min-h-25">
        <p className="text-lg leading-6 max-[23rem]:min-h-18 sm:text-[1.375rem] sm:leading-7">
          <span className="noscript:hidden">{sentence}</span>
          <span className="hidden noscript:inline">
            Not checked: checking the chains needs JavaScript. Don’t send anything yet.
          </span>
        </p>
        <p className={`mt-1 text-ink text-sm ${action ? 'sm:pr-32' : ''}`}>{note}</p>
        {action}
        <Spoken text={sentence} />
      </div>
      {isChecking && (
        <div className="absolute inset-x-0 bottom-0 noscript:hidden print:hidden">
          <Progress label="Chains checked" done={done} total={done === 0 ? 0 : total} />
        </div>
      )}
    </section>
  );
}
