'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddressText } from '@/components/ui/address-text';
import { readEmptyAccounts } from '@/lib/dashboard/account/empty-accounts';
import { formatCount, formatSol } from '@/lib/dashboard/format';
import type { EmptyAccounts } from '@/lib/services/holdings/get-empty-accounts';
import { Icon } from '../ui/icon';

type Props = {
  owner: string;
  chain: number;
  /** Lamports that closing all empty accounts returns. */
  lamports: string;
};

/** Section with the empty token accounts that the owner can close, which are requested when the section is opened. */
export function RentToReclaim({ owner, chain, lamports }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['empty-accounts', chain, owner],
    queryFn: ({ signal }) => readEmptyAccounts(owner, chain, signal),
    enabled: isOpen,
    retry: false,
  });
  return (
    <section aria-label="Rent to reclaim" className="noscript:hidden print:hidden">
      <details
        className="mt-4 rounded-md border border-line bg-raised text-sm"
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="flex min-h-9 pointer-coarse:min-h-11 items-center justify-between gap-x-2 px-4 py-1.5 text-accent">
          Rent to reclaim: {formatSol(lamports)} SOL
          <Icon name="down" className="size-3.5" />
        </summary>
        <div className="border-line border-t px-4 py-3" aria-live="polite">
          {error !== null ? (
            <p className="text-bad">Couldn’t read the token accounts: {error.message}.</p>
          ) : data === undefined ? (
            <p className="text-muted">Loading…</p>
          ) : (
            <Found found={data} />
          )}
        </div>
      </details>
    </section>
  );
}

function Found({ found: { count, lamports, accounts } }: { found: EmptyAccounts }) {
  if (count === 0) return <p>No empty token accounts that the owner can close.</p>;
  return (
    <>
      <p>
        <strong className="font-medium">
          {formatCount(count)} empty {count === 1 ? 'account' : 'accounts'}, {formatSol(lamports)} SOL.
        </strong>{' '}
        The owner gets this amount back by closing {count === 1 ? 'it' : 'them'} in a wallet.
      </p>
      <ul className="mt-2 divide-y divide-line" aria-label="Empty token accounts">
        {accounts.map(({ address, mint, lamports: rent }) => (
          <li key={address} className="flex flex-wrap items-center gap-x-4 py-1.5">
            <AddressText address={address} what="token account" />
            <span className="inline-flex items-center gap-x-1 text-muted">
              Mint <AddressText address={mint} what="mint" />
            </span>
            <span className="ml-auto tabular-nums">{formatSol(rent)} SOL</span>
          </li>
        ))}
      </ul>
      {count > accounts.length && (
        <p className="mt-2 text-muted">
          The first {formatCount(accounts.length)} are listed. The API lists all with{' '}
          <code className="font-mono text-xs">includeEmpty</code>.
        </p>
      )}
    </>
  );
}
