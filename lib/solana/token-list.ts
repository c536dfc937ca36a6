import type { SolanaAddress } from '@/lib/solana/address/address';
import { foldSymbol } from './fold-symbol';

/** What a token list says about a mint (Token Lists standard). */
export type ListedToken = {
  name: string;
  symbol: string;
  /** Absolute https URL; "" when the list has none. */
  image: string;
  /** Well known enough that its symbol on another mint is worth a warning. */
  wellKnown: boolean;
  /** Where the list says them; they count only while the mint itself cannot be read. */
  decimals?: number;
};

/** Which list is in use, and the day (`YYYY-MM-DD`) that it is from. */
export type TokenListState = { source: 'built-in' | 'file' | 'url'; date: string };

/** A token that others are mistaken for. */
export type WellKnown = { symbol: string; mint: SolanaAddress };

/** A token list of one chain, ready to be asked. */
export type TokenList = {
  /** Of a chain that has none. */
  isEmpty: boolean;
  find: (mint: SolanaAddress) => ListedToken | undefined;
  /** The well-known listed token that a symbol reads as, look-alike letters folded. */
  wellKnown: (symbol: string) => WellKnown | undefined;
};

/** A token list from its entries. A later entry for the same mint wins. */
export function tokenList(entries: Iterable<readonly [SolanaAddress, ListedToken]>): TokenList {
  const byMint = new Map(entries);
  const symbols = new Map<string, WellKnown>();
  for (const [mint, { symbol, wellKnown }] of byMint)
    if (wellKnown) symbols.set(foldSymbol(symbol), { symbol, mint });
  symbols.delete('');
  return {
    isEmpty: byMint.size === 0,
    find: (mint) => byMint.get(mint),
    wellKnown: (symbol) => symbols.get(foldSymbol(symbol)),
  };
}

/** The list of a chain that has none. */
export const EMPTY_TOKEN_LIST = tokenList([]);
