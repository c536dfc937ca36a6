import type { SolanaAddress } from '@/lib/solana/address/address';
import { CONFUSABLES } from './confusables.generated';
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

/** Maps a look-alike character to the Latin letters or digits that it looks like. */
const LATIN = new Map(
  Object.entries(CONFUSABLES).flatMap(([latin, all]) => [...all].map((each) => [each, latin])),
);

/**
 * Code points of the letter A in alphabets without a Unicode decomposition: negative circled, negative squared,
 * regional indicators.
 */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

/** Maps capitals and digits that look alike to one of them. */
const ALIKE: Record<string, string> = { '0': 'O', '1': 'I', L: 'I', '|': 'I', '5': 'S' };

/** Longer symbols imitate nothing that a reader sees. */
const MAX_CHARACTERS = 1_024;

/**
 * Folds a symbol's width, case, marks, invisible characters and look-alike letters, similar to the skeleton of UTS #39.
 * Symbols that look the same give the same result.
 */
export function foldSymbol(symbol: string): string {
  let folded = '';
  for (const character of symbol
    .slice(0, MAX_CHARACTERS)
    .replace(/^[\s\p{Default_Ignorable_Code_Point}]*\$+/u, '')) {
    const known = LATIN.get(character);
    if (known !== undefined) folded += known;
    // Characters are decomposed one by one, because normalizing many combining marks at once takes quadratic time.
    else for (const part of character.normalize('NFKD')) folded += latinOf(part);
  }
  return folded.replace(/[01L|5]/g, (each) => ALIKE[each] ?? each);
}

/**
 * Returns the Latin capitals or digits that a character looks like; otherwise its own capital, or "" if it is neither a
 * letter nor a digit.
 */
function latinOf(character: string): string {
  if (/^[A-Za-z0-9|]$/.test(character)) return character.toUpperCase();
  const capital = character.toUpperCase();
  const known = LATIN.get(character) ?? LATIN.get(capital) ?? letterOfAlphabet(character);
  return known ?? (/[\p{L}\p{N}]/u.test(character) ? capital : '');
}

function letterOfAlphabet(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const first = ALPHABETS.find((each) => code >= each && code < each + 26);
  return first === undefined ? undefined : String.fromCharCode(0x41 + code - first);
}
