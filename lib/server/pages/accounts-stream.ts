import 'server-only';
import { UnsupportedChainError } from '@/lib/errors';
import { scopeOf } from '@/lib/promises/request-scope';
import type { Service } from '@/lib/server/service';
import { type AccountCell, getAccountsOnAllChains } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/** Timeout per chain in ms if all chains are queried. The page can query a chain again after it has timed out. */
const ALL_CHAINS_MS = 3_500;
/** Timeout in ms if only one chain is queried. */
const ONE_CHAIN_MS = 10_000;

/**
 * Streams the accounts of a key on all supported chains, or on one, as they arrive, followed by a `done` line.
 * @param chainId the chain, or undefined for all
 * @throws UnsupportedChainError synchronously
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
  const options =
    chainId === undefined ? { cellMs: ALL_CHAINS_MS } : { chainIds: [chainId], cellMs: ONE_CHAIN_MS };
  return async function* cells(gone) {
    yield* getAccountsOnAllChains(ports, publicKey, scopeOf(gone), options);
    yield { done: true };
  };
}
