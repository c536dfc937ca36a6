'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddressText } from '@/components/ui/address-text';
import type { TokenRow } from '@/lib/dashboard/account/rows';
import { wrappedSol } from '@/lib/dashboard/account/values';
import { accountHref } from '@/lib/dashboard/chains';
import { formatCount, formatSol } from '@/lib/dashboard/format';
import { readLine } from '@/lib/dashboard/json-lines';
import type { StakeOfOwner } from '@/lib/services/holdings/get-stake';
import { NOT_READ_REASONS } from '@/lib/solana/coverage';
import { RequestedSection } from '../requested-section';

type Props = {
  owner: string;
  chain: number;
  /** The account's SOL that is neither wrapped nor staked, in lamports. */
  liquid: string;
  /** Undefined until the complete list has arrived. */
  tokens: readonly TokenRow[] | undefined;
};

/** Maximum number of stake accounts in the list. */
const MAX_LISTED = 200;

/** Section with the account's stake accounts, which are requested when the section is opened. */
export function StakeSection({ owner, chain, liquid, tokens }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['stake', chain, owner],
    queryFn: ({ signal }) => readLine<StakeOfOwner>(`/api/stake/${owner}?chain=${chain}`, signal),
    enabled: isOpen,
  });
  return (
    <RequestedSection
      id="staked"
      label="Staked SOL"
      summary={data && 'lamports' in data ? `Staked SOL: ${formatSol(data.lamports)}` : 'Stake accounts'}
      onToggle={setIsOpen}
    >
      {error !== null ? (
        <p className="text-bad">Couldn’t read the stake accounts: {error.message}.</p>
      ) : data === undefined ? (
        <p className="text-muted">Loading…</p>
      ) : 'why' in data ? (
        <p>Couldn’t list the stake accounts. {NOT_READ_REASONS[data.why]}</p>
      ) : (
        <Found found={data} {...{ owner, chain, liquid, tokens }} />
      )}
    </RequestedSection>
  );
}

type Found = Extract<StakeOfOwner, { accounts: unknown }>;

function Found({ found: { accounts, lamports }, owner, chain, liquid, tokens }: Props & { found: Found }) {
  if (accounts.length === 0) return <p>No stake accounts.</p>;
  return (
    <>
      <p className="tabular-nums">
        <strong className="font-medium">{formatSol(lamports)} SOL staked</strong>, {formatSol(liquid)} SOL
        liquid{tokens && `, ${formatSol(wrappedSol(tokens))} SOL wrapped`}
      </p>
      <ul className="mt-2 divide-y divide-line" aria-label="Stake accounts">
        {accounts.slice(0, MAX_LISTED).map((stake) => (
          <li key={stake.address} className="flex flex-wrap items-center gap-x-4 py-1.5">
            <AddressText
              address={stake.address}
              what="stake account"
              href={accountHref(stake.address, chain)}
            />
            <span>{ACTIVATIONS[stake.activation]}</span>
            {stake.lockup && <span>Locked</span>}
            {stake.withdrawer !== owner && <span>Can only be delegated by this account</span>}
            {stake.validator !== null && (
              <span className="inline-flex items-center gap-x-1 text-muted">
                Validator{' '}
                <AddressText
                  address={stake.validator}
                  what="vote account"
                  href={accountHref(stake.validator, chain)}
                  quiet
                />
              </span>
            )}
            <span className="ml-auto tabular-nums">{formatSol(stake.lamports)} SOL</span>
          </li>
        ))}
      </ul>
      {accounts.length > MAX_LISTED && (
        <p className="mt-2 text-muted">
          The first {formatCount(MAX_LISTED)} are listed. The API lists all with{' '}
          <code className="font-mono text-xs">stake</code>.
        </p>
      )}
    </>
  );
}

const ACTIVATIONS = {
  inactive: 'Not active',
  activating: 'Activating',
  active: 'Active',
  deactivating: 'Deactivating',
};
