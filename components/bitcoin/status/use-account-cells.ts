'use client';

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useReturn } from '@/components/use-return';
import { type AccountCells, cellKey } from '@/lib/dashboard/bitcoin/chain-status/account-status';
import { readLines, StreamRefused } from '@/lib/dashboard/json-lines';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/** The cells (a version on a chain) that have arrived, and whether all chains have been checked once. */
type Checked = { cells: AccountCells; isComplete: boolean };

/** Time in ms between updates of the page while chains respond, because up to 45 chains respond within a second. */
const DRAW_MS = 500;
const NOTHING: Checked = { cells: {}, isComplete: false };
const queryKeyOf = (publicKey: string) => ['accounts', publicKey];

/**
 * Calls `onCell` for each cell of a stream.
 * @throws StreamRefused if the stream is refused or ends early
 */
async function readCells(path: string, signal: AbortSignal, onCell: (cell: AccountCell) => void) {
  let done = false;
  for await (const line of readLines<AccountCell | { done: true }>(path, signal)) {
    if ('done' in line) done = true;
    else onCell(line);
  }
  if (!done)
    throw new StreamRefused(0, 'broken-off', 'The connection was lost before all chains had answered');
}

/** The cells that have arrived so far, for use outside of rendering. */
export const knownCells = (client: QueryClient, publicKey: string): AccountCells =>
  client.getQueryData<Checked>(queryKeyOf(publicKey))?.cells ?? {};

/**
 * Reads a key's accounts on all chains, in both versions. Returns the cells that have arrived so far. The error is a
 * `StreamRefused` if the server refuses the request or the connection ends early.
 * @param publicKey compressed, lower-case hex
 */
export function useAccountCells(publicKey: string) {
  const client = useQueryClient();
  const queryKey = queryKeyOf(publicKey);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Checked> => {
      const { cells: before, isComplete } = client.getQueryData<Checked>(queryKey) ?? NOTHING;
      // Cells whose state has arrived stay on the page while chains are checked again.
      const cells = Object.fromEntries(Object.entries(before).filter(([, { state }]) => state !== 'unknown'));
      const draw = () => client.setQueryData<Checked>(queryKey, { cells: { ...cells }, isComplete });
      const drawing = setInterval(draw, DRAW_MS);
      try {
        // Chains that did not respond to the first check are given more time.
        const path = `/api/accounts/${publicKey}${isComplete ? '?again' : ''}`;
        await readCells(path, signal, (cell) => {
          const key = cellKey(cell.chainId, cell.version);
          // An earlier state, shown with its time, is more useful than “unknown”.
          if (cell.state === 'unknown' && cells[key] !== undefined) return;
          cells[key] = cell;
        });
      } finally {
        clearInterval(drawing);
      }
      return { cells, isComplete: true };
    },
  });
  useReturn(() => {
    if (client.isFetching({ queryKey }) > 0 || query.data === undefined) return;
    void query.refetch();
  });
  const { cells, isComplete } = query.data ?? NOTHING;
  const isChecking = query.isFetching || query.isPending;
  const { refetch } = query;
  const checkAgain = useCallback(() => void refetch(), [refetch]);
  return {
    cells,
    isChecking,
    /** `first`: first check of all chains; `again`: a later check; `ended`: no check is running. */
    progress: !isChecking ? ('ended' as const) : isComplete ? ('again' as const) : ('first' as const),
    error: query.isFetching ? null : query.error,
    checkAgain,
  };
}
