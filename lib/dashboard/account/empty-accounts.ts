import type { EmptyAccounts } from '@/lib/services/holdings/get-empty-accounts';
import { readLine } from '../json-lines';

/**
 * Requests the empty token accounts of an owner.
 * @throws StreamRefused, and the errors of `fetch`
 */
export function readEmptyAccounts(owner: string, chain: number, signal: AbortSignal): Promise<EmptyAccounts> {
  return readLine(`/api/empty-accounts/${owner}?chain=${chain}`, signal);
}
