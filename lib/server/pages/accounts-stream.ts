import 'server-only';
import { UnsupportedChainError } from '@/lib/errors';
import { scopeOf } from '@/lib/promises/request-scope';
import type { Service } from '@/lib/server/service';
import { type AccountCell, getAccountsOnAllChains } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/** Longest that one of many chains is waited for: a page is whole soon, and each silent chain can be asked again. */
const OF_MANY_MS = 3_500;
/** Longest that a chain is waited for that a person has asked again. */
const ALONE_MS = 10_000;

/**
 * One key on all served chains, or on one, each cell as soon as it is known; ends with a line that says so.
 * @param chainId the one chain that is asked, or undefined for all
 * @throws UnsupportedChainError at once
 */
export function accountCells(
  service: Service,
  publicKey: string,
  chainId: number | undefined,
): (gone: AbortSignal) => AsyncGenerator<AccountCell | { done: true }, void, undefined> {
  const { ports } = service;
  const { chainIds } = ports.evm;
  if (chainId !== undefined && !chainIds.includes(chainId))
    throw new UnsupportedChainError(chainId, chainIds);
  const asked = chainId === undefined ? { cellMs: OF_MANY_MS } : { chainIds: [chainId], cellMs: ALONE_MS };
  return async function* cells(gone) {
    yield* getAccountsOnAllChains(ports, publicKey, scopeOf(gone), asked);
    yield { done: true };
  };
}
