'use client';

import { type ComponentType, useState } from 'react';
import { formatSol } from '@/lib/dashboard/format';
import { NotLoaded } from '../ui/not-loaded';
import { RequestedSection } from './requested-section';

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
    <RequestedSection
      label="Rent to reclaim"
      summary={<>Rent to reclaim: {formatSol(lamports)} SOL</>}
      onToggle={(isOpen) => {
        if (isOpen) load();
      }}
    >
      {Accounts ? <Accounts {...{ owner, chain }} /> : <p className="text-muted">Loading…</p>}
    </RequestedSection>
  );
}
