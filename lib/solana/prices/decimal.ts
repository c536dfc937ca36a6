import { uiAmountOf } from '@/lib/solana/facts/ui-amount';

/** The number `units` / 10^`scale`, exactly. */
export type Decimal = { units: bigint; scale: number };

/** Formats a decimal without exponent and trailing zeros, such as `0.05`. */
export const formatDecimal = ({ units, scale }: Decimal): string => uiAmountOf(units, scale, null) ?? '';

/** Parses a decimal that `formatDecimal` has formatted. */
export function parseDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/** Decimals of values in US dollars. */
const VALUE_SCALE = 6;

/** Returns the value of `amount` in US dollars at `price`, rounded down to millionths of a dollar. */
export function dollarValue(amount: Decimal, price: Decimal): Decimal {
  const scale = amount.scale + price.scale;
  return {
    units: (amount.units * price.units * 10n ** BigInt(VALUE_SCALE)) / 10n ** BigInt(scale),
    scale: VALUE_SCALE,
  };
}

/** Adds values. */
export const sumOf = (values: readonly Decimal[]): Decimal => ({
  units: values.reduce((sum, { units }) => sum + units, 0n),
  scale: VALUE_SCALE,
});
