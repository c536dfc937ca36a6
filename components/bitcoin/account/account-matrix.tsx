'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paced } from '@/lib/dashboard/account/paced';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { readLines, StreamRefused } from '@/lib/dashboard/json-lines';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { Icon } from '../../ui/icon';
import { Progress } from '../../ui/progress';

const VERSIONS = ['1.0.0', '2.0.0'] as const;
type Cells = Record<string, AccountCell>;
const keyOf = (chainId: number, version: string) => `${chainId} ${version}`;
const FRAME_MS = 120;

type Props = {
  publicKey: string;
  chains: readonly ChainChoice[];
  /** The account's address by version; the same on every chain. */
  accounts: Record<(typeof VERSIONS)[number], string>;
  hrefs: Record<number, string>;
};

/** A key's accounts over all chains and both versions, filling in as the chains answer. Records nothing. */
export function AccountMatrix({ publicKey, chains, accounts, hrefs }: Props) {
  const client = useQueryClient();
  const queryKey = ['accounts', publicKey];
  const [only, setOnly] = useState<'all' | 'deployed' | 'unknown'>('all');
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const cells: Cells = {};
      const drawing = paced<Cells>((next) => client.setQueryData(queryKey, next), FRAME_MS);
      let done = false;
      try {
        for await (const line of readLines<AccountCell | { done: true }>(
          `/api/accounts/${publicKey}`,
          signal,
        )) {
          if ('done' in line) done = true;
          else cells[keyOf(line.chainId, line.version)] = line;
          drawing.put({ ...cells });
        }
      } finally {
        drawing.end();
      }
      if (!done)
        throw new StreamRefused(0, 'broken-off', 'The connection broke off before all chains had answered');
      return cells;
    },
  });
  const cells = query.data ?? {};
  const total = chains.length * VERSIONS.length;
  const answered = Object.keys(cells).length;
  const count = (state: AccountCell['state']) =>
    Object.values(cells).filter((cell) => cell.state === state).length;
  const shown = chains.filter(
    ({ chainId }) =>
      only === 'all' || VERSIONS.some((version) => cells[keyOf(chainId, version)]?.state === only),
  );
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="mr-auto text-sm tabular-nums" aria-live="polite">
          {answered} of {total} answered
          <span className="text-muted">
            {' '}
            · {count('deployed')} deployed · {count('not-deployed')} not · {count('unknown')} unknown
          </span>
        </p>
        {(['all', 'deployed', 'unknown'] as const).map((state) => (
          <button
            key={state}
            type="button"
            className="control"
            aria-pressed={only === state}
            onClick={() => setOnly(state)}
          >
            {state === 'all' ? 'All chains' : state === 'deployed' ? 'Deployed' : 'Unknown'}
          </button>
        ))}
        {!query.isFetching && count('unknown') > 0 && (
          <button type="button" className="control" onClick={() => void query.refetch()}>
            Ask again
          </button>
        )}
      </div>
      <div className="mb-3 h-1">
        {query.isFetching && <Progress label="Chains that have answered" done={answered} total={total} />}
      </div>
      {query.error && (
        <p
          role="alert"
          className="mb-3 flex flex-wrap items-center gap-3 rounded-md bg-bad-soft px-3 py-2 text-sm"
        >
          {query.error.message}
          <button type="button" className="control" onClick={() => void query.refetch()}>
            Retry
          </button>
        </p>
      )}
      <div className="panel overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Accounts of this key by chain and version</caption>
          <thead>
            <tr className="border-line border-b text-left text-muted">
              <th className="h-10 pl-4 font-medium">Chain</th>
              {VERSIONS.map((version) => (
                <th key={version} className="px-2 font-medium">
                  {version}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map((chain) => (
              <tr key={chain.chainId}>
                <th scope="row" className="py-1.5 pr-2 pl-4 text-left font-normal">
                  <a href={hrefs[chain.chainId]} className="font-medium hover:text-accent hover:underline">
                    {chain.name}
                  </a>{' '}
                  <span className="font-mono text-muted text-xs">{chain.chainId}</span>{' '}
                  {chain.testnet && <span className="label">test</span>}
                </th>
                {VERSIONS.map((version) => (
                  <td key={version} className="px-2 py-1.5">
                    <Cell
                      cell={cells[keyOf(chain.chainId, version)]}
                      asking={query.isFetching || query.isPending}
                      explorer={chain.explorerUrl && `${chain.explorerUrl}/address/${accounts[version]}`}
                      of={`${version} on ${chain.name}`}
                    />
                  </td>
                ))}
              </tr>
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
    </div>
  );
}

type CellProps = {
  cell: AccountCell | undefined;
  asking: boolean;
  explorer: string | undefined;
  of: string;
};

function Cell({ cell, asking, explorer, of }: CellProps) {
  if (cell === undefined)
    return asking ? (
      <span className="skeleton inline-block h-5 w-20 align-middle">
        <span className="sr-only">Being asked</span>
      </span>
    ) : (
      <span className="text-muted">not asked</span>
    );
  if (cell.state === 'unknown')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5" title={cell.message}>
        <span className="label label-caution">unknown</span>
        <span className="text-muted text-xs">
          {cell.reason === 'no-endpoint' ? 'no endpoint set' : cell.reason.replaceAll('-', ' ')}
        </span>
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1">
      <span className={`label ${cell.state === 'deployed' ? 'label-good' : ''}`}>
        {cell.state === 'deployed' ? 'deployed' : 'not deployed'}
      </span>
      {cell.state === 'deployed' && explorer && (
        <a
          href={explorer}
          rel="noreferrer noopener"
          target="_blank"
          aria-label={`Account ${of} in its explorer`}
          className="grid size-6 place-items-center rounded text-muted hover:text-ink"
        >
          <Icon name="out" className="size-3.5" />
        </a>
      )}
    </span>
  );
}
