'use client';

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useReturn } from '@/components/use-return';
import { throttleLatest } from '@/lib/dashboard/account/throttle-latest';
import { type AccountCells, cellKey } from '@/lib/dashboard/bitcoin/chain-status/chain-status';
import { readLines, StreamRefused } from '@/lib/dashboard/json-lines';
import { refusalMessage } from '@/lib/dashboard/refusal-messages';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

const queryKeyOf = (publicKey: string) => ['accounts', publicKey];

/** Reads cells as they come. @throws StreamRefused when the server refuses or the connection ends early */
async function readCells(path: string, signal: AbortSignal, onCell: (cell: AccountCell) => void) {
  let done = false;
  for await (const line of readLines<AccountCell | { done: true }>(path, signal)) {
    if ('done' in line) done = true;
    else onCell(line);
  }
  if (!done)
    throw new StreamRefused(0, 'broken-off', 'The connection broke off before all chains had answered');
}

/** What chains have told stays while they are asked again. */
const toldCells = (client: QueryClient, queryKey: string[]): Record<string, AccountCell> =>
  Object.fromEntries(
    Object.entries(client.getQueryData<AccountCells>(queryKey) ?? {}).filter(
      ([, cell]) => cell.state !== 'unknown',
    ),
  );

/**
 * A key's accounts over all chains and both versions, a query whose data grows as the chains answer. Its error is a
 * `StreamRefused` when the server refuses or the connection ends early; what had come until then stays.
 * @param publicKey compressed, lower-case hex
 */
export function useAccountCells(publicKey: string) {
  const client = useQueryClient();
  const queryKey = queryKeyOf(publicKey);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<AccountCells> => {
      const cells = toldCells(client, queryKey);
      const drawing = throttleLatest<AccountCells>((next) => client.setQueryData(queryKey, next));
      try {
        await readCells(`/api/accounts/${publicKey}`, signal, (cell) => {
          const key = cellKey(cell.chainId, cell.version);
          // A chain that was known and is silent now: what it told, with its time, is still the better news.
          if (cell.state === 'unknown' && cells[key] !== undefined) return;
          cells[key] = cell;
          drawing.put({ ...cells });
        });
      } finally {
        drawing.end();
      }
      return cells;
    },
  });
  useReturn(() => {
    if (client.isFetching({ queryKey }) > 0 || query.data === undefined) return;
    void query.refetch();
  });
  return query;
}

const NO_CELLS: AccountCells = {};

/** What `useAccountCells` tells, for what is large: drawn in steps, between which the page answers its reader. */
export function useDrawnCells(publicKey: string) {
  const { data, isFetching, error, refetch } = useAccountCells(publicKey);
  const told = useMemo(
    () => ({ cells: data ?? NO_CELLS, isFetching, error, refetch }),
    [data, isFetching, error, refetch],
  );
  return useDeferredValue(told);
}

/** Asks single chains again, with more patience than many get; `asking` holds those that are being asked. */
export function useAskChain(publicKey: string) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<readonly number[]>([]);
  const [refused, setRefused] = useState<string>();
  const askChain = async (chainId: number) => {
    setRefused(undefined);
    setAsking((before) => [...before, chainId]);
    const came: Record<string, AccountCell> = {};
    try {
      const path = `/api/accounts/${publicKey}?chain=${chainId}`;
      await readCells(path, new AbortController().signal, (cell) => {
        came[cellKey(cell.chainId, cell.version)] = cell;
      });
    } catch (thrown) {
      setRefused(thrown instanceof Error ? refusalMessage(thrown) : 'This server cannot be reached');
    }
    client.setQueryData<AccountCells>(queryKeyOf(publicKey), (cells) => ({ ...cells, ...came }));
    setAsking((before) => before.filter((each) => each !== chainId));
  };
  return { asking, refused, askChain };
}
