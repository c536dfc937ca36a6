'use client';

import { memo, useState } from 'react';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { accountHazards } from '@/lib/dashboard/bitcoin/chain-status/account-hazards';
import {
  type AccountCells,
  type ChainGroups,
  cellKey,
  groupChains,
} from '@/lib/dashboard/bitcoin/chain-status/chain-status';
import { refusalMessage } from '@/lib/dashboard/refusal-messages';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { Progress } from '../../ui/progress';
import { MatrixTable } from './matrix-table';
import { SilentChains } from './silent-chains';
import { useDrawnCells } from './use-account-cells';

const FILTERS = [
  ['all', 'All'],
  ['deployed', 'Deployed'],
  ['hazards', 'Unsafe'],
] as const;
/** Room is kept for this many chains: more lie below the screen. Whoever has it keeps it, silent or not. */
const ROOM = 12;
type Filter = (typeof FILTERS)[number][0];

type Props = {
  publicKey: string;
  /** The key's EVM address, in EIP-55 form. */
  owner: string;
  chains: readonly ChainChoice[];
  /** The account's address by version; the same on every chain. */
  accounts: Record<AccountVersion, string>;
  hrefs: Record<number, string>;
};

/** A key's accounts over all chains and both versions, filling in as the chains answer. Records nothing. */
export function AccountMatrix(props: Props) {
  return <Matrix {...props} told={useDrawnCells(props.publicKey)} />;
}

type MatrixProps = Props & { told: ReturnType<typeof useDrawnCells> };

const Matrix = memo(function Matrix({ publicKey, chains, owner, accounts, hrefs, told }: MatrixProps) {
  const [only, setOnly] = useState<Filter>('all');
  const { cells, isFetching, error } = told;
  const groups = groupChains(chains, cells);
  const isOff = isFetching || groups.noResponse.length === 0;
  const askAgain = () => void told.refetch();
  return (
    <div>
      <MatrixToolbar groups={groups} only={only} onFilter={setOnly}>
        <button
          type="button"
          className="control sm:ml-4 print:hidden"
          aria-disabled={isOff}
          onClick={() => {
            if (!isOff) askAgain();
          }}
        >
          Ask all again
        </button>
      </MatrixToolbar>
      <div className="mb-3 h-1 print:hidden">
        {isFetching && (
          <Progress
            label="Chains that have answered"
            done={groups.answered.length + groups.noResponse.length}
            total={askedOf(groups)}
          />
        )}
      </div>
      {error && (
        <p
          role="alert"
          className="mb-3 flex flex-wrap items-center gap-3 rounded-md bg-bad-soft px-3 py-2 text-sm"
        >
          {refusalMessage(error)}
          <button type="button" className="control" onClick={askAgain}>
            Retry
          </button>
        </p>
      )}
      <SilentChains publicKey={publicKey} groups={groups} />
      <MatrixTable
        chains={groups.reported.filter(
          (chain, i) => (i < ROOM || groups.answered.includes(chain)) && isShown(chain, cells, only, owner),
        )}
        expected={Math.max(0, Math.min(groups.pending.length, ROOM - groups.reported.length))}
        empty={emptyWords(only, groups)}
        cells={cells}
        owner={owner}
        accounts={accounts}
        hrefs={hrefs}
      />
    </div>
  );
});

function isShown({ chainId }: ChainChoice, cells: AccountCells, only: Filter, owner: string): boolean {
  const isOf = (cell: AccountCell | undefined) => {
    if (cell === undefined || cell.state === 'unknown') return false;
    const isDeployed = cell.state === 'deployed';
    return only === 'deployed' ? isDeployed : accountHazards(isDeployed, cell.facts, owner).length > 0;
  };
  return only === 'all' || ACCOUNT_VERSION_NAMES.some((version) => isOf(cells[cellKey(chainId, version)]));
}

function emptyWords(only: Filter, { answered, pending }: ChainGroups): string {
  if (answered.length === 0) return pending.length > 0 ? 'The chains are being asked.' : 'No chain answered.';
  return only === 'deployed'
    ? 'It is deployed on no chain that answered.'
    : 'No chain that answered says that money may be lost.';
}

/** Those without an endpoint are not asked. */
const askedOf = ({ answered, noResponse, pending }: ChainGroups) =>
  answered.length + noResponse.length + pending.length;

type ToolbarProps = {
  groups: ChainGroups;
  only: Filter;
  onFilter: (only: Filter) => void;
  children: React.ReactNode;
};

/** How many chains were asked and what came of it, and which of those that answered are shown. */
function MatrixToolbar({ groups, only, onFilter, children }: ToolbarProps) {
  const { answered, noResponse, withoutEndpoint, pending } = groups;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {/* A line of its own where the buttons might or might not fit beside it. */}
      <p
        className="mr-auto min-h-10 content-center text-balance text-sm tabular-nums max-lg:basis-full min-[1600px]:basis-full sm:min-h-5"
        aria-live="polite"
      >
        {askedOf(groups)} asked: {answered.length} answered,{' '}
        {/* No line begins with what parts two of its words. */}
        <span className="whitespace-nowrap">
          {noResponse.length} silent
          {pending.length > 0 && `, ${pending.length} to come`}
          <span className="text-muted"> ·</span>
        </span>{' '}
        <span className="text-muted">{withoutEndpoint.length} without an endpoint</span>
      </p>
      {FILTERS.map(([state, name]) => (
        <button
          key={state}
          type="button"
          className="control print:hidden"
          aria-pressed={only === state}
          onClick={() => onFilter(state)}
        >
          {name}
        </button>
      ))}
      {children}
    </div>
  );
}
