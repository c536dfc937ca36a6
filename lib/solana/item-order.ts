/** Compares items by mint, then by token account, in code-unit order. */
export function byMintThenAddress(
  a: { mint: string; address: string },
  b: { mint: string; address: string },
): number {
  if (a.mint !== b.mint) return a.mint < b.mint ? -1 : 1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}

/** Returns a copy of the items sorted by mint, then by token account. */
export const sortByMint = <T extends { mint: string; address: string }>(items: readonly T[]): T[] =>
  [...items].sort(byMintThenAddress);
