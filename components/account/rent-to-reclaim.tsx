'use client';

import { type ComponentType, useState } from 'react';
import { formatSol } from '@/lib/dashboard/format';
import { Icon } from '../ui/icon';
import { NotLoaded } from '../ui/not-loaded';

type Account = {
  owner: string;
  chain: number;
};

type Props = Account & {
  /** Lamports that closing all empty accounts returns. */
  lamports: string;
};

/** Section with the empty token accounts that the owner can close, which are requested when the section is opened. */
export function RentToReclaim({ owner, chain, lamports }: Props) {
  const [Accounts, setAccounts] = useState<ComponentType<Account>>();
  const load = () =>
    import('./empty-accounts').then(
      ({ EmptyAccountList }) => setAccounts(() => EmptyAccountList),
      () => setAccounts(() => NotLoaded),
    );
  return (
    <section aria-label="Rent to reclaim" className="noscript:hidden print:hidden">
      <details
        className="mt-4 rounded-md border border-line bg-raised text-sm"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) load();
        }}
      >
        <summary className="flex min-h-9 pointer-coarse:min-h-11 items-center justify-between gap-x-2 px-4 py-1.5 text-accent">
          Rent to reclaim: {formatSol(lamports)} SOL
          <Icon name="down" className="size-3.5" />
        </summary>
        <div className="border-line border-t px-4 py-3" aria-live="polite">
          {Accounts ? <Accounts {...{ owner, chain }} /> : <p className="text-muted">Loading…</p>}
        </div>
      </details>
    </section>
  );
}
