import { cacheEntries } from '@/lib/cache-sizes';
import { isUpstreamUnavailable } from '@/lib/errors';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import type { PriceSources } from '@/lib/solana/prices/price-sources';
import { noPrices, type PriceTable, priceAccounts, priceTable } from '@/lib/solana/prices/price-table';
import { cachedCalls } from '@/lib/sources/cached-calls';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { TtlCache } from '@/lib/ttl-cache';
import { type RawAccount, readAccounts } from './read-accounts';

/** Time for which all callers share a table, also one that could not be read, in ms. */
const TABLE_MS = 15_000;
/** Deadline of a read, in ms. */
const READ_MS = 10_000;

/** Reads the prices of a chain. Rejects with `deadline-exceeded` if the caller's signal is aborted. */
export type PriceReader = (transport: Transport, scope: RequestScope) => Promise<PriceTable>;

/**
 * Creates the reader of a chain's prices. It reads them when they are needed, for all callers together and at most every
 * 15 s, with one call for up to 100 accounts.
 */
export function priceReader(sources: PriceSources): PriceReader {
  const cache = new TtlCache<string, PriceTable>({ max: cacheEntries('prices'), ttl: TABLE_MS });
  const tables = cachedCalls(cache, () => TABLE_MS);
  return (transport, scope) => tables('', (shared) => readPrices(sources, transport, shared), scope);
}

async function readPrices(
  sources: PriceSources,
  transport: Transport,
  scope: RequestScope,
): Promise<PriceTable> {
  const keys = priceAccounts(sources);
  const box = childScope(scope, { timeoutMs: READ_MS });
  try {
    const accounts = await readAccounts(keys, true, { transport, scope: box.scope });
    if ([...accounts.values()].includes('unread')) return noPrices('unread');
    return priceTable(sources, (key) => (accounts.get(key) as RawAccount | null | undefined) ?? null);
  } catch (thrown) {
    if (scope.signal.aborted || !isUpstreamUnavailable(thrown)) throw thrown;
    return noPrices('unread');
  } finally {
    box.clear();
  }
}
