import type { ExtendedHoldings } from './holdings';
import { type Decimal, dollarValue, formatDecimal, sumOf } from './prices/decimal';
import { isPrice, type Price, type PriceTable, priceText } from './prices/price-table';
import { heldPrice, type Unpriced } from './prices/unpriced';
import { WRAPPED_SOL_MINT } from './programs';

const LAMPORTS_SCALE = 9;

/** Returns the price in the format of responses. */
const priceMembers = (found: Price | Unpriced) =>
  isPrice(found) ? { price: priceText(found), unpriced: null } : { price: null, unpriced: found };

/**
 * Adds prices and values to holdings: of each token, of SOL, and their sum, with the stake that is in the holdings.
 * Every value is rounded down to 6 decimals, and the sum is that of the rounded values.
 */
export function withValues(holdings: ExtendedHoldings, table: PriceTable): ExtendedHoldings {
  const values: Decimal[] = [];
  const valueAt = (units: bigint, scale: number, price: Price | Unpriced) => {
    if (!isPrice(price)) return null;
    const value = dollarValue({ units, scale }, price.usd);
    values.push(value);
    return formatDecimal(value);
  };
  const tokens = holdings.tokens.map((token) => {
    const { scaledUiAmount, interestBearing } = token.mintFacts;
    const price = heldPrice(table.find(token.mint), {
      isMintMissing: token.warnings.includes('mint-missing'),
      isScaled: scaledUiAmount !== undefined || interestBearing !== undefined,
    });
    return { ...token, ...priceMembers(price), value: valueAt(token.amount, token.decimals, price) };
  });
  const sol = table.find(WRAPPED_SOL_MINT);
  valueAt(holdings.lamports, LAMPORTS_SCALE, sol);
  const n = values.length;
  valueAt(holdings.stakedLamports ?? 0n, LAMPORTS_SCALE, sol);
  return {
    ...holdings,
    tokens,
    ...priceMembers(sol),
    value: formatDecimal(sumOf(values)),
    priced: { n, of: tokens.length + 1 },
  };
}
