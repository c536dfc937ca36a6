'use client';

import { useState } from 'react';
import { ACCOUNT_VERSION_NAMES } from '@/lib/btc-account/account-versions';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { Progress } from '../../ui/progress';
import { DeploymentState } from './deployment-state';
import { type AccountCells, cellKey, useAccountCells } from './use-account-cells';

const FILTERS = [
  ['all', 'All chains'],
  ['deployed', 'Deployed'],
  ['unknown', 'Unknown'],
] as const;
type Filter = (typeof FILTERS)[number][0];

type Props = {
  publicKey: string;
  chains: readonly ChainChoice[];
  /** The account's address by version; the same on every chain. */
  accounts: Record<(typeof ACCOUNT_VERSION_NAMES)[number], string>;
  hrefs: Record<number, string>;
};

/** A key's accounts over all chains and both versions, filling in as the chains answer. Records nothing. */
export function AccountMatrix({ publicKey, chains, accounts, hrefs }: Props) {
  const [only, setOnly] = useState<Filter>('all');
  const query = useAccountCells(publicKey);
  const cells = query.data ?? {};
  const total = chains.length * ACCOUNT_VERSION_NAMES.length;
  const askAgain = () => void query.refetch();
  return (
    <div>
      <MatrixToolbar
        cells={cells}
        total={total}
        only={only}
        onFilter={setOnly}
        fetching={query.isFetching}
        onAskAgain={askAgain}
      />
      <div className="mb-3 h-1">
        {query.isFetching && (
          <Progress label="Chains that have answered" done={Object.keys(cells).length} total={total} />
        )}
      </div>
      {query.error && (
        <p
          role="alert"
          className="mb-3 flex flex-wrap items-center gap-3 rounded-md bg-bad-soft px-3 py-2 text-sm"
        >
          {query.error.message}
          <button type="button" className="control" onClick={askAgain}>
            Retry
          </button>
        </p>
      )}
      <MatrixTable
        chains={chains}
        cells={cells}
        only={only}
        asking={query.isFetching || query.isPending}
        accounts={accounts}
        hrefs={hrefs}
      />
    </div>
  );
}

type ToolbarProps = {
  cells: AccountCells;
  total: number;
  only: Filter;
  onFilter: (only: Filter) => void;
  fetching: boolean;
  onAskAgain: () => void;
};

/** How many cells have come and what they say, and which chains are shown. */
function MatrixToolbar({ cells, total, only, onFilter, fetching, onAskAgain }: ToolbarProps) {
  const answered = Object.values(cells);
  const count = (state: AccountCell['state']) => answered.filter((cell) => cell.state === state).length;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <p className="mr-auto text-sm tabular-nums" aria-live="polite">
        {answered.length} of {total} answered
        <span className="text-muted">
          {' '}
          · {count('deployed')} deployed · {count('not-deployed')} not · {count('unknown')} unknown
        </span>
      </p>
      {FILTERS.map(([state, name]) => (
        <button
          key={state}
          type="button"
          className="control"
          aria-pressed={only === state}
          onClick={() => onFilter(state)}
        >
          {name}
        </button>
      ))}
      {!fetching && count('unknown') > 0 && (
        <button type="button" className="control" onClick={onAskAgain}>
          Ask again
        </button>
      )}
    </div>
  );
}

type TableProps = Omit<Props, 'publicKey'> & { cells: AccountCells; only: Filter; asking: boolean };

/** A line a chain, a column a version. */
function MatrixTable({ chains, only, ...row }: TableProps) {
  const shown = chains.filter(
    ({ chainId }) =>
      only === 'all' ||
      ACCOUNT_VERSION_NAMES.some((version) => row.cells[cellKey(chainId, version)]?.state === only),
  );
  return (
    <div className="panel overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Accounts of this key by chain and version</caption>
        <thead>
          <tr className="border-line border-b text-left text-muted">
            <th className="h-10 pl-4 font-medium">Chain</th>
            {ACCOUNT_VERSION_NAMES.map((version) => (
              <th key={version} className="px-2 font-medium">
                {version}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {shown.map((chain) => (
            <ChainRow key={chain.chainId} chain={chain} {...row} />
          ))}
          {shown.length === 0 && (
            <tr>
              <td colSpan={3} className="px-4 py-6 text-muted">
                No chain is {only} so far.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<TableProps, 'chains' | 'only'> & { chain: ChainChoice };

function ChainRow({ chain, cells, asking, accounts, hrefs }: RowProps) {
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-2 pl-4 text-left font-normal">
        <a href={hrefs[chain.chainId]} className="font-medium hover:text-accent hover:underline">
          {chain.name}
        </a>{' '}
        <span className="font-mono text-muted text-xs">{chain.chainId}</span>{' '}
        {chain.testnet && <span className="label">test</span>}
      </th>
      {ACCOUNT_VERSION_NAMES.map((version) => (
        <td key={version} className="px-2 py-1.5">
          <DeploymentState
            cell={cells[cellKey(chain.chainId, version)]}
            asking={asking}
            explorer={chain.explorerUrl && `${chain.explorerUrl}/address/${accounts[version]}`}
            of={`${version} on ${chain.name}`}
          />
        </td>
      ))}
    </tr>
  );
}
