/**
 * Formats amounts like the token programs (`AmountToUiAmount`), including those of scaled and interest-bearing
 * Token-2022 mints.
 */

/** Scaling of a mint's amounts: null if they are not scaled, `unknown` if the clock was not read. */
export type Scaling = { kind: 'multiplier' | 'interest'; factor: number } | 'unknown' | null;

/** Removes trailing zeros and a trailing decimal point. */
function trimmed(digits: string, decimals: number): string {
  if (decimals === 0) return digits;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end -= 1;
  if (digits[end - 1] === '.') end -= 1;
  return digits.slice(0, end);
}

/** Inserts a decimal point before the last `decimals` digits. */
function withPoint(digits: string, decimals: number): string {
  if (decimals === 0) return digits;
  const padded = digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

/**
 * Computes 10^decimals by squaring, like the program. Beyond 10^22 the result depends on the order of multiplications.
 */
function powerOfTen(decimals: number): number {
  let power = 1;
  let base = 10;
  for (let left = decimals; left > 0; left >>= 1) {
    if ((left & 1) === 1) power *= base;
    base *= base;
  }
  return power;
}

const bits = new DataView(new ArrayBuffer(8));

/**
 * Formats a double with exactly `decimals` fractional digits, rounding halves to even like Rust's `format!("{:.*}")`.
 */
function fixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return 'NaN';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (!Number.isFinite(value)) return `${sign}inf`;
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const stored = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const mantissa = (stored === 0 ? fraction : fraction | 0x10000000000000n) * 10n ** BigInt(decimals);
  const exponent = (stored === 0 ? 1 : stored) - 1075;
  if (exponent >= 0) return sign + withPoint((mantissa << BigInt(exponent)).toString(), decimals);
  const shift = BigInt(-exponent);
  const half = 1n << (shift - 1n);
  const rest = mantissa & ((1n << shift) - 1n);
  let whole = mantissa >> shift;
  if (rest > half || (rest === half && (whole & 1n) === 1n)) whole += 1n;
  return sign + withPoint(whole.toString(), decimals);
}

/**
 * Formats an amount like the token program (spl-token `amount_to_ui_amount_string_trimmed`, spl-token-2022
 * `ScaledUiAmountConfig` and `InterestBearingConfig::amount_to_ui_amount`).
 * @param amount raw units
 * @returns null if the scaling is unknown
 */
export function uiAmountOf(amount: bigint, decimals: number, scaling: Scaling): string | null {
  if (scaling === 'unknown') return null;
  if (scaling === null) return trimmed(withPoint(amount.toString(), decimals), decimals);
  const power = powerOfTen(decimals);
  const value =
    scaling.kind === 'multiplier'
      ? Math.trunc(Number(amount) * scaling.factor) / power
      : Number(amount) * (scaling.factor / power);
  return trimmed(fixed(value, decimals), decimals);
}

const SECONDS_PER_YEAR = 60 * 60 * 24 * 365.24;
const ONE_IN_BASIS_POINTS = 10_000;
const MAX_I64 = 2n ** 63n - 1n;

/** Computes e^(rate × time); returns undefined if the time exceeds an i64, which the program rejects. */
function growth(rate: number, from: bigint, until: bigint): number | undefined {
  const seconds = until - from;
  if (seconds > MAX_I64 || seconds < -MAX_I64 - 1n) return undefined;
  return Math.exp(Number(BigInt(rate) * seconds) / SECONDS_PER_YEAR / ONE_IN_BASIS_POINTS);
}

/** Returns the growth factor of an interest-bearing mint, compounded continuously, at a time in seconds. */
export function interestScaling(
  interest: { initializedAt: bigint; averageRate: number; updatedAt: bigint; rate: number },
  unixTimestamp: bigint,
): Scaling {
  const before = growth(interest.averageRate, interest.initializedAt, interest.updatedAt);
  const since = growth(interest.rate, interest.updatedAt, unixTimestamp);
  return before === undefined || since === undefined
    ? 'unknown'
    : { kind: 'interest', factor: before * since };
}
