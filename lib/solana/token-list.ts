import type { SolanaAddress } from '@/lib/solana/address/address';
import { foldSymbol } from './fold-symbol';

/** A mint's entry in a token list (Token Lists standard). */
export type ListedToken = {
  name: string;
  symbol: string;
  /** Absolute https URL, or "". */
  image: string;
  /** Whether a warning is added to other mints with its symbol. */
  wellKnown: boolean;
  /** Used only if the mint cannot be read. */
  decimals?: number;
};

/** Source of the list in use, and its date (`YYYY-MM-DD`). */
export type TokenListState = { source: 'built-in' | 'file' | 'url'; date: string };

/** A well-known token, which others may imitate. */
export type WellKnown = { symbol: string; mint: SolanaAddress };

/** The token list of one chain. */
export type TokenList = {
  /** Whether the chain has no list. */
  isEmpty: boolean;
  find: (mint: SolanaAddress) => ListedToken | undefined;
  /** The well-known token whose symbol looks the same, with look-alike letters folded. */
  wellKnown: (symbol: string) => WellKnown | undefined;
};

/** Creates a token list. A later entry for the same mint wins. */
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

/** The token list of a chain without one. */
export const EMPTY_TOKEN_LIST = tokenList([]);
