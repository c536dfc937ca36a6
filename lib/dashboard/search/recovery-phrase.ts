/**
 * Number of consecutive words from the BIP-39 list that count as a recovery phrase. A phrase has 12 to 24 words; prose
 * never has as many in a row.
 */
const LEAST_WORDS = 12;

/** Returns the length of the shortest possible phrase, in characters. No other recognized secret is shorter. */
export const shortestPhrase = (words = LEAST_WORDS): number => 4 * words - 1;

/** Numbers of words that a phrase can have (BIP-39). */
const PHRASE_LENGTHS = [12, 15, 18, 21, 24];
/** Minimum fraction of the words that must be in the list if the input has exactly as many words as a phrase. */
const LEAST_KNOWN = 2 / 3;

/**
 * Checks whether text contains a recovery phrase: consecutive words from the English BIP-39 list, with any
 * separators. The checksum may be wrong, because a mistyped phrase still reveals nearly all words. For the same reason,
 * text that is exactly as long as a phrase may contain misspelled words. The list is loaded only if the text has
 * enough words that could be in it.
 * @param leastWords minimum number of words
 */
export async function holdsRecoveryPhrase(text: string, leastWords = LEAST_WORDS): Promise<boolean> {
  const words = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  // Text that is still being typed can be any part of a phrase.
  const isPhraseLong =
    leastWords < LEAST_WORDS ? words.length >= leastWords : PHRASE_LENGTHS.includes(words.length);
  const canBeIn = (word: string) => word.length >= 3 && word.length <= 8;
  if (!hasRun(words, leastWords, canBeIn) && !(isPhraseLong && isMostly(words, canBeIn))) return false;
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  const list = new Set(wordlist);
  const isKnown = (word: string) => list.has(word);
  return hasRun(words, leastWords, isKnown) || (isPhraseLong && isMostly(words, isKnown));
}

const isMostly = (words: readonly string[], accept: (word: string) => boolean): boolean =>
  words.filter(accept).length >= words.length * LEAST_KNOWN;

/** Checks whether at least `least` consecutive words are accepted. */
function hasRun(words: readonly string[], least: number, accept: (word: string) => boolean): boolean {
  let run = 0;
  for (const word of words) {
    run = accept(word) ? run + 1 : 0;
    if (run >= least) return true;
  }
  return false;
}
