import type { SolanaAddress } from '@/lib/solana/address/address';
import { foldSymbol } from './warnings';

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

/** A token list of one chain, ready to be asked. */
export type TokenList = {
  find: (mint: SolanaAddress) => ListedToken | undefined;
  /** The symbol of the well-known listed token that one reads as, look-alike letters folded. */
  listedSymbol: (symbol: string) => string | undefined;
};

/** A token list from its entries. A later entry for the same mint wins. */
export function tokenList(entries: Iterable<readonly [SolanaAddress, ListedToken]>): TokenList {
  const byMint = new Map(entries);
  const symbols = new Map<string, string>();
  for (const { symbol, wellKnown } of byMint.values()) if (wellKnown) symbols.set(foldSymbol(symbol), symbol);
  symbols.delete('');
  return {
    find: (mint) => byMint.get(mint),
    listedSymbol: (symbol) => symbols.get(foldSymbol(symbol)),
  };
}

/** The list of a chain that has none. */
export const EMPTY_TOKEN_LIST = tokenList([]);
