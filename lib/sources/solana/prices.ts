import { isUpstreamUnavailable } from '@/lib/errors';
import { Coalescer } from '@/lib/promises/coalesce';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import type { PriceSources } from '@/lib/solana/prices/price-sources';
import { noPrices, type PriceTable, priceAccounts, priceTable } from '@/lib/solana/prices/price-table';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { type RawAccount, readAccounts } from './read-accounts';

/** Time for which all callers share a table, also one that could not be read, in ms. */
const TABLE_MS = 15_000;
/** Deadline of a read, in ms. */
const READ_MS = 10_000;

/** Reads the prices of a chain. Rejects only if the caller's signal is aborted. */
export type PriceReader = (transport: Transport, scope: RequestScope) => Promise<PriceTable>;

/**
 * Creates the reader of a chain's prices. It reads them when they are needed, for all callers together and at most every
 * 15 s, with one call for up to 100 accounts.
 */
export function priceReader(sources: PriceSources): PriceReader {
  const reads = new Coalescer<PriceTable>();
  let latest: PriceTable | undefined;
  let expiresAt = 0;
  let accounts: string[] | undefined;

  const read = async (transport: Transport, scope: RequestScope): Promise<PriceTable> => {
    accounts ??= priceAccounts(sources);
    const box = childScope(scope, { timeoutMs: READ_MS });
    try {
      const found = await readAccounts(accounts, accounts.length, { transport, scope: box.scope });
      if (found.includes('unread')) return noPrices('unread');
      const byAddress = new Map(accounts.map((key, index) => [key, found[index]]));
      return priceTable(sources, (key) => (byAddress.get(key) as RawAccount | null | undefined) ?? null);
    } catch (thrown) {
      if (scope.signal.aborted || !isUpstreamUnavailable(thrown)) throw thrown;
      return noPrices('unread');
    } finally {
      box.clear();
    }
  };

  return async (transport, scope) => {
    if (latest !== undefined && performance.now() < expiresAt) return latest;
    return reads.run(
      '',
      async (shared) => {
        const table = await read(transport, shared);
        latest = table;
        expiresAt = performance.now() + TABLE_MS;
        return table;
      },
      scope,
    );
  };
}
