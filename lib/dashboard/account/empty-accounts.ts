import type { EmptyAccounts } from '@/lib/services/holdings/get-empty-accounts';
import { readLines } from '../json-lines';

/**
 * Requests the empty token accounts of an owner.
 * @throws StreamRefused, and the errors of `fetch`
 */
export async function readEmptyAccounts(
  owner: string,
  chain: number,
  signal: AbortSignal,
): Promise<EmptyAccounts> {
  const lines = readLines<EmptyAccounts>(`/api/empty-accounts/${owner}?chain=${chain}`, signal);
  for await (const line of lines) return line;
  throw new Error('The server returned an empty response');
}
