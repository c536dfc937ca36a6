import { UpstreamUnavailableError } from '@/lib/errors';
import type { RequestScope } from '@/lib/promises/request-scope';
import { isPrice, priceText } from '@/lib/solana/prices/price-table';
import { WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import type { Ports } from '../ports';

/** The prices of a chain by mint, or why a mint is unpriced. Mints without a feed or stake pool are not in it. */
export type ChainPrices = Awaited<ReturnType<typeof getPrices>>;

/**
 * Returns the prices of a chain.
 * @throws UnsupportedChainError; UpstreamUnavailableError if they could not be read
 */
export async function getPrices({ solana }: Pick<Ports, 'solana'>, chainId: number, scope: RequestScope) {
  const table = await solana.prices(chainId, scope);
  if (table.find(WRAPPED_SOL_MINT) === 'unread')
    throw new UpstreamUnavailableError('upstream-unavailable', 'The price feeds could not be read');
  const entries = table.mints.map((mint) => {
    const found = table.find(mint);
    return [mint, isPrice(found) ? priceText(found) : found] as const;
  });
  return {
    /** The chain's clock when the prices were read, in seconds since 1970. */
    chainTime: table.chainTime,
    prices: Object.fromEntries(entries),
  };
}
