import type { SolanaAddress } from '@/lib/solana/address/address';
import { foldSymbol } from './look-alike-symbol';
import { isWrappedSol, WRAPPED_SOL_MINT } from './programs';

/** A mint's entry in a token list (Token Lists standard). */
export type ListedToken = {
  name: string;
  symbol: string;
  /** Absolute https URL, or "". */
  image: string;
  /** Whether other mints with the same or a look-alike symbol get a warning. */
  wellKnown: boolean;
  /** Decimals to use if the mint cannot be read. */
  decimals?: number;
};

/** Source of the token list in use, and the list's date (`YYYY-MM-DD`). */
export type TokenListState = { source: 'built-in' | 'file' | 'url'; date: string };

/** A well-known token, which other tokens may imitate. */
export type WellKnown = { symbol: string; mint: SolanaAddress };

/** The token list of one chain. */
export type TokenList = {
  /** Whether the chain has no list. */
  isEmpty: boolean;
  find: (mint: SolanaAddress) => ListedToken | undefined;
  /** Finds the well-known token whose symbol looks like `symbol` (see `foldSymbol`). */
  wellKnown: (symbol: string) => WellKnown | undefined;
  /** Returns the position of a well-known token in the list. */
  rank: (mint: SolanaAddress) => number | undefined;
};

/** Creates a token list. If a mint has several entries, the last one wins. */
export function tokenList(entries: Iterable<readonly [SolanaAddress, ListedToken]>): TokenList {
  const byMint = new Map(entries);
  const symbols = new Map<string, WellKnown>();
  const ranks = new Map<SolanaAddress, number>();
  for (const [mint, { symbol, wellKnown }] of byMint) {
    if (!wellKnown) continue;
    symbols.set(foldSymbol(symbol), { symbol, mint });
    ranks.set(mint, ranks.size);
  }
  symbols.delete('');
  return {
    isEmpty: byMint.size === 0,
    // Lists have only one of the mints of wrapped SOL.
    find: (mint) => byMint.get(mint) ?? (isWrappedSol(mint) ? byMint.get(WRAPPED_SOL_MINT) : undefined),
    wellKnown: (symbol) => symbols.get(foldSymbol(symbol)),
    rank: (mint) => ranks.get(mint),
  };
}

/** Empty list, for chains without a token list. */
export const EMPTY_TOKEN_LIST = tokenList([]);
