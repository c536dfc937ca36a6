'use client';

import { useQuery } from '@tanstack/react-query';
import { AddressText } from '@/components/ui/address-text';
import { formatCount, formatSol } from '@/lib/dashboard/format';
import { readLine } from '@/lib/dashboard/json-lines';
import type { EmptyAccounts } from '@/lib/services/holdings/get-empty-accounts';

/** The empty token accounts that the owner can close. */
export function EmptyAccountList({ owner, chain }: { owner: string; chain: number }) {
  const { data, error } = useQuery({
    queryKey: ['empty-accounts', chain, owner],
    queryFn: ({ signal }) => readLine<EmptyAccounts>(`/api/empty-accounts/${owner}?chain=${chain}`, signal),
  });
  if (error !== null) return <p className="text-bad">Couldn’t read the token accounts: {error.message}.</p>;
  return data === undefined ? <p className="text-muted">Loading…</p> : <List found={data} />;
}

function List({ found: { count, lamports, accounts } }: { found: EmptyAccounts }) {
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
