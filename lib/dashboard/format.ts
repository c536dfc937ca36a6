import { trimEndWhile } from '@/lib/trim-end';
import { type NumberMarks, numberMarks } from './number-marks';

/** Shortens a long address in the middle. Copy buttons still copy the full address. */
export function shorten(text: string, head = 4, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** Returns the title for an account: its `.sol` name, or both ends of its address. */
export const accountCalled = (addressOrName: string): string =>
  addressOrName.toLowerCase().endsWith('.sol') ? clip(addressOrName) : shorten(addressOrName, 6, 6);

/**
 * Truncates a long untrusted name.
 * @param most maximum number of characters; the default fits one line, such as a page title or a menu entry
 */
export function clip(name: string, most = 60): string {
  return name.length <= most ? name : `${[...name.slice(0, most)].slice(0, -1).join('')}…`;
}

/**
 * Writes a raw amount with its decimals applied, exact to the last digit, in plain form: `1234567.5`.
 * @param amount raw units, as a bigint or as its digits
 */
export function plainAmount(amount: bigint | string, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = trimEndWhile(digits.slice(digits.length - decimals), (digit) => digit === '0');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Formats a raw amount like `plainAmount`, with the marks of the visitor's locale: `1,234,567.5`. */
export const formatAmount = (amount: bigint | string, decimals: number): string =>
  localizeDecimal(plainAmount(amount, decimals));

/** Formats an exact decimal, such as `1234567.50`, with the marks of the visitor's locale. Keeps all its digits. */
export function localizeDecimal(plain: string): string {
  const marks = numberMarks();
  const [digits = '', fraction] = plain.split('.');
  const whole = groupDigits(digits, marks);
  return fraction === undefined ? whole : `${whole}${marks.decimal}${fraction}`;
}

/** Returns the plain form, such as `1234567.5`, of a formatted number. */
export function plainNumber(formatted: string): string {
  const { decimal, group } = numberMarks();
  return formatted.replaceAll(group, '').replace(decimal, '.');
}

/**
 * Formats the amount of a row: the raw amount with its decimals or, if the mint scales amounts, `shown`, which is not
 * always a number: an extreme multiplier results in `inf`.
 */
export function formatShown(row: { amount: string; decimals: number; shown?: string }): string {
  if (row.shown === undefined) return formatAmount(row.amount, row.decimals);
  return /^\d+(\.|$)/.test(row.shown) ? localizeDecimal(row.shown) : row.shown;
}

/** Groups the digits of a whole number. */
function groupDigits(digits: string, { group, groupSize, groupedFrom }: NumberMarks): string {
  if (digits.length < groupedFrom) return digits;
  const groups = [digits.slice(-3)];
  for (let end = digits.length - 3; end > 0; end -= groupSize)
    groups.push(digits.slice(Math.max(0, end - groupSize), end));
  return groups.reverse().join(group);
}

/** Formats a count, grouped by thousands. */
export const formatCount = (count: number) => formatAmount(String(count), 0);

/** Adds thousands separators to counts such as "4200 of 10000" and "burst 4200", but not to ids such as chain ids. */
export const groupFigures = (sentence: string) =>
  sentence.replace(/(?<![\w.,])\d{4,15}(?= of )|(?<= of |\bburst )\d{4,15}(?![\w.,])/g, (digits) =>
    formatAmount(digits, 0),
  );

/**
 * Formats the share of a supply as percent, rounded to four decimals; less than all is less than 100%. Returns undefined
 * for a supply that is smaller than the amount: that of wrapped SOL is 0.
 */
export function formatShare(amount: bigint, supply: bigint): string | undefined {
  if (amount === 0n || supply < amount) return undefined;
  const rounded = (2n * amount * 1_000_000n + supply) / (2n * supply);
  const millionths = rounded === 1_000_000n && amount < supply ? 999_999n : rounded;
  return amount * 1_000_000n < supply
    ? `less than ${localizeDecimal('0.0001')}%`
    : `${formatAmount(millionths, 4)}%`;
}

/** Returns the unit of an amount with decimals: its symbol, unless wallets show scaled amounts instead of it. */
export const unitOf = (symbol: string, isScaled: boolean): string =>
  isScaled ? 'before scaling' : cleanText(symbol);

/** Formats lamports as SOL (9 decimals). */
export const formatSol = (lamports: bigint | string) => formatAmount(lamports, 9);

/** Formats basis points as percent. */
export const formatBasisPoints = (basisPoints: number) => `${formatAmount(BigInt(basisPoints), 2)}%`;

/**
 * Formats a time to the second: "2026-01-31 09:05:00 UTC".
 * @param iso ISO 8601 UTC
 */
export const utcTime = (iso: string) => iso.replace(/T([\d:]{8}).*/, ' $1 UTC');

/** Removes control, bidi and zero-width characters from untrusted text, because they could rearrange the page. */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim();
}
