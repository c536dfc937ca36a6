import { CONFUSABLES } from './confusables.generated';

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
