import { trimEndWhile } from '@/lib/trim-end';

/** The middle of a long address gives way; what is copied is always the whole. */
export function shorten(text: string, head = 4, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** The name of an account on a separate line: its `.sol` name, otherwise both ends of its address. */
export const accountCalled = (addressOrName: string): string =>
  addressOrName.toLowerCase().endsWith('.sol') ? clip(addressOrName) : shorten(addressOrName, 6, 6);

/**
 * The beginning of an untrusted name, if the whole would displace everything else.
 * @param most characters; by default those of a line, such as a page's title or a choice of a menu
 */
export function clip(name: string, most = 60): string {
  return name.length <= most ? name : `${[...name.slice(0, most)].slice(0, -1).join('')}…`;
}

/**
 * A raw amount with its decimals applied, exact to the last digit, grouped by thousands.
 * @param amount raw units, as a bigint or its digits
 */
export function formatAmount(amount: bigint | string, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = groupThousands(digits.slice(0, digits.length - decimals));
  const fraction = trimEndWhile(digits.slice(digits.length - decimals), (digit) => digit === '0');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * The amount of a row: with its decimals applied, or as its mint scales it (`shown`, a decimal; a multiplier may even
 * make it `inf`).
 */
export function formatShown(row: { amount: string; decimals: number; shown?: string }): string {
  if (row.shown === undefined) return formatAmount(row.amount, row.decimals);
  const [whole = '', fraction] = row.shown.split('.');
  if (!/^\d+$/.test(whole)) return row.shown;
  return fraction === undefined ? groupThousands(whole) : `${groupThousands(whole)}.${fraction}`;
}

/** Digits with a comma between each three, counted from the end. */
function groupThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.push(digits.slice(Math.max(0, end - 3), end));
  return groups.reverse().join(',');
}

/** A number of things, grouped by thousands. */
export const formatCount = (count: number) => formatAmount(String(count), 0);

/** How many there are, and of how many where that is more. */
export const formatPart = (part: number | undefined, all: number) =>
  part === undefined || part >= all ? formatCount(all) : `${formatCount(part)} of ${formatCount(all)}`;

/** A sentence whose figures ("4200 of 10000") are grouped by thousands. Numbers that are names, as a chain's, stay. */
export const groupFigures = (sentence: string) =>
  sentence.replace(/(?<![\w.,])\d{4,15}(?= of )|(?<= of |\bburst )\d{4,15}(?![\w.,])/g, (digits) =>
    formatAmount(digits, 0),
  );

/** Lamports as SOL (9 decimals). */
export const formatSol = (lamports: bigint | string) => formatAmount(lamports, 9);

/** Basis points as percent. */
export const formatBasisPoints = (basisPoints: number) => `${formatAmount(BigInt(basisPoints), 2)}%`;

/** A time to the second, "2026-01-31 09:05:00 UTC". @param iso ISO 8601 UTC */
export const utcTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/**
 * An untrusted text made safe to show: no control, bidi or zero-width characters that could rearrange a page, and
 * a mark where there is nothing left.
 */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim();
}
