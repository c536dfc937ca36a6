import { cacheEntries } from '@/lib/cache-sizes';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { SolanaSource } from '@/lib/solana/solana-source';
import { UnparsedBody } from '@/lib/sources/transport/rpc-request';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { TtlCache } from '@/lib/ttl-cache';

/** Number of token accounts above which a wallet is large. */
export const LARGE_ROWS = 2_000;

/** Thrown if a node's response is too large to parse in this thread. The call must then be made in a worker. */
export class LargeAnswerError extends Error {
  override readonly name = 'LargeAnswerError';
}

/** Checks for a LargeAnswerError by its name, because each bundle may have its own copy of the class. */
export const isLargeAnswer = (thrown: unknown): thrown is LargeAnswerError =>
  thrown instanceof Error && thrown.name === 'LargeAnswerError';

/** Wraps a transport so that calls throw a LargeAnswerError instead of parsing a large response. */
export const refusingLarge =
  (transport: Transport): Transport =>
  (method, params, scope, options) =>
    transport(method, params, scope, {
      ...options,
      // 1 MiB holds about 2,000 token accounts and takes 10 ms to parse.
      parseUpTo: 1024 * 1024,
      accept: (result) => {
        if (isLarge(result)) throw new LargeAnswerError();
        return options?.accept ? options.accept(result) : (result as never);
      },
    });

function isLarge(result: unknown): boolean {
  if (result instanceof UnparsedBody) return true;
  const { value } = (result ?? {}) as { value?: unknown };
  return Array.isArray(value) && value.length > LARGE_ROWS;
}

/**
 * Wraps a source so that it remembers wallets whose listing threw a LargeAnswerError. Later listings throw it
 * immediately.
 */
export function rememberingLarge(source: SolanaSource): SolanaSource {
  const large = new TtlCache<string, true>({ max: cacheEntries('largeWallets'), ttl: 600_000 });
  const remember = async <T>(
    chainId: number,
    owner: SolanaAddress,
    isPart: boolean,
    read: () => Promise<T>,
  ) => {
    const key = `${chainId} ${owner}`;
    if (!isPart && large.has(key)) throw new LargeAnswerError();
    try {
      return await read();
    } catch (thrown) {
      if (isLargeAnswer(thrown)) large.set(key, true);
      throw thrown;
    }
  };
  const { assets } = source;
  return {
    ...source,
    getHoldings: (chainId, owner, options) =>
      remember(chainId, owner, options.selection?.mints !== undefined, () =>
        source.getHoldings(chainId, owner, options),
      ),
    assets: {
      ...assets,
      ofOwner: (chainId, owner, options) =>
        remember(chainId, owner, false, () => assets.ofOwner(chainId, owner, options)),
    },
  };
}
