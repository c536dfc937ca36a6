import type { ChainPrices } from '@/lib/services/holdings/get-prices';
import { type Decimal, dollarValue, parseDecimal, sumOf } from '@/lib/solana/prices/decimal';
import type { PriceText } from '@/lib/solana/prices/price-table';
import { heldPrice, type Unpriced } from '@/lib/solana/prices/unpriced';
import { isWrappedSol, WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import { readStored, writeStored } from '../browser-storage';
import { formatAmount, localizeDecimal } from '../format';
import { SOL_KEY, type TokenRow } from './rows';

/** A held token, or SOL, with its value or why it is unpriced. */
export type ValuedRow = {
  key: string;
  /** Undefined for the account's SOL. */
  token: TokenRow | undefined;
  amount: string;
} & ({ price: PriceText; value: Decimal } | { unpriced: Unpriced });

/** A value in a table. */
export type ShownValue = {
  /** Millionths of a dollar; -1 without a price. */
  units: bigint;
  text: string;
};

/** Returns the values of rows by key. */
export const shownValues = ({ rows }: AccountValues): ReadonlyMap<string, ShownValue> =>
  new Map(
    rows.map((row) => [
      row.key,
      'value' in row
        ? { units: row.value.units, text: formatDollars(row.value) }
        : { units: -1n, text: 'Unpriced' },
    ]),
  );

export type AccountValues = {
  /** By value, the highest first, then those without a price. */
  rows: ValuedRow[];
  total: Decimal;
  /** Number of rows with a price. */
  priced: number;
};

/** Returns the values of an account's tokens and SOL, rounded like those of the API (`withValues`). */
export function valuesOf(
  tokens: readonly TokenRow[],
  lamports: string,
  { prices }: ChainPrices,
): AccountValues {
  const row = (key: string, token: TokenRow | undefined, amount: Decimal, found: PriceText | Unpriced) => {
    const common = { key, token, amount: formatAmount(amount.units, amount.scale) };
    return typeof found === 'string'
      ? { ...common, unpriced: found }
      : { ...common, price: found, value: dollarValue(amount, parseDecimal(found.usd)) };
  };
  const sol = { units: BigInt(lamports), scale: 9 };
  const rows: ValuedRow[] = [
    row(SOL_KEY, undefined, sol, prices[WRAPPED_SOL_MINT] ?? 'no-feed'),
    ...tokens.map((token) => {
      const amount = { units: BigInt(token.amount), scale: token.decimals };
      const price = heldPrice(prices[isWrappedSol(token.mint) ? WRAPPED_SOL_MINT : token.mint] ?? 'no-feed', {
        isMintMissing: token.warnings?.includes('mint-missing') ?? false,
        isScaled: token.shown !== undefined,
      });
      return row(token.address, token, amount, price);
    }),
  ];
  const values = rows.flatMap((each) => ('value' in each ? [each.value] : []));
  const unitsOf = (each: ValuedRow) => ('value' in each ? each.value.units : -1n);
  rows.sort((a, b) => Number(unitsOf(b) > unitsOf(a)) - Number(unitsOf(b) < unitsOf(a)));
  return { rows, total: sumOf(values), priced: values.length };
}

/** Returns the sum of the wrapped SOL, in lamports. */
export const wrappedSol = (tokens: readonly TokenRow[]): string =>
  tokens
    .filter(({ mint }) => isWrappedSol(mint))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    .toString();

/** Formats a value in US dollars, rounded to the cent: `$1,842.22`. */
export function formatDollars({ units, scale }: Decimal): string {
  const cents = rounded(units * 100n, 10n ** BigInt(scale));
  if (cents === 0n && units > 0n) return `< $${localizeDecimal('0.01')}`;
  return `$${localizeDecimal(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)}`;
}

/** Returns a share in percent, rounded: `>99` instead of 100 for a part of the whole. */
export function formatPercent(part: bigint, whole: bigint): string {
  const percent = rounded(part * 100n, whole);
  return percent === 100n && part < whole ? '>99' : String(percent);
}

/** Divides non-negative numbers and rounds to the nearest integer. */
const rounded = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** Formats a price in US dollars: to the cent from one dollar on, otherwise with up to 8 decimals. */
export function formatPrice(text: string): string {
  const price = parseDecimal(text);
  if (price.units >= 10n ** BigInt(price.scale)) return formatDollars(price);
  const scale = Math.min(price.scale, 8);
  const units = price.units / 10n ** BigInt(price.scale - scale);
  if (units === 0n && price.units > 0n) return `< $${formatAmount(1n, scale)}`;
  return `$${formatAmount(units, scale)}`;
}

const KEY = 'hide-values';

/** Returns whether the visitor hides values in this browser. */
export const readHidesValues = (): boolean => readStored(KEY) !== null;

/** Stores whether the visitor hides values. */
export function storeHidesValues(isHidden: boolean): void {
  writeStored(KEY, isHidden ? '1' : undefined);
}
