import { sortYielding } from '@/lib/promises/sort-yielding';

/** Stable order: by mint, then by token account. Plain code-unit order, not a locale's. */
export function byMintThenAddress(
  a: { mint: string; address: string },
  b: { mint: string; address: string },
): number {
  if (a.mint !== b.mint) return a.mint < b.mint ? -1 : 1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}

/** `byMintThenAddress` by the first characters of the mint, as a number below 2^28. */
export function byMintCoarsely({ mint }: { mint: string }): number {
  let number = 0;
  for (let i = 0; i < 4; i++) {
    const code = mint.charCodeAt(i);
    // Whatever follows a character that is none of base58's is left to the comparison.
    if (code >= 127) return (number + 1) * 128 ** (4 - i) - 1;
    number = number * 128 + (code || 0);
  }
  return number;
}

/** Items in that order; while a long list is sorted, the event loop goes on. */
export const inMintOrder = <T extends { mint: string; address: string }>(items: readonly T[]): Promise<T[]> =>
  sortYielding(items, byMintThenAddress, byMintCoarsely);
