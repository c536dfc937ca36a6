'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { paced } from '@/lib/dashboard/account/paced';
import { readLines, StreamRefused } from '@/lib/dashboard/json-lines';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/** What is drawn at most this often while cells come in. */
const FRAME_MS = 120;

/** The cells that have come so far, by `cellKey`. */
export type AccountCells = Readonly<Record<string, AccountCell>>;

/** The key of a chain's and a version's cell among `AccountCells`. */
export const cellKey = (chainId: number, version: string) => `${chainId} ${version}`;

/**
 * A key's accounts over all chains and both versions, a query whose data grows as the chains answer. Its error is a
 * `StreamRefused` when the server refuses or the connection ends early; what had come until then stays.
 * @param publicKey compressed, lower-case hex
 */
export function useAccountCells(publicKey: string) {
  const client = useQueryClient();
  const queryKey = ['accounts', publicKey];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<AccountCells> => {
      const cells: Record<string, AccountCell> = {};
      const drawing = paced<AccountCells>((next) => client.setQueryData(queryKey, next), FRAME_MS);
      let done = false;
      try {
        for await (const line of readLines<AccountCell | { done: true }>(
          `/api/accounts/${publicKey}`,
          signal,
        )) {
          if ('done' in line) done = true;
          else cells[cellKey(line.chainId, line.version)] = line;
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
}
