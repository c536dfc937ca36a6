/** The middle of a long address gives way; what is copied is always the whole. */
export function shorten(text: string, head = 4, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/**
 * A raw amount with its decimals applied, exact to the last digit, grouped by thousands.
 * @param amount raw units, as a bigint or its digits
 */
export function formatAmount(amount: bigint | string, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = decimals === 0 ? '' : digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Lamports as SOL (9 decimals). */
export const formatSol = (lamports: bigint | string) => formatAmount(lamports, 9);

/** Basis points as percent. */
export const formatBasisPoints = (basisPoints: number) => `${formatAmount(BigInt(basisPoints), 2)} %`;

/**
 * A stranger's text made safe to show: no control, bidi or zero-width characters that could rearrange a page, and
 * a mark where there is nothing left.
 */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim();
}
