/**
 * Number of consecutive words from the list that count as a phrase (BIP-39: 12 to 24 words), even if mistyped. Prose
 * never has as many.
 */
const LEAST_WORDS = 12;

/**
 * Returns the number of characters in the shortest possible phrase. Private keys that are recognized are not shorter.
 */
export const shortestPhrase = (words = LEAST_WORDS): number => 4 * words - 1;

/**
 * Checks whether a text contains a recovery phrase: consecutive words from the English BIP-39 list, with any
 * separators. The checksum may be wrong, because a mistyped phrase still reveals nearly all words. The list is loaded
 * only if the text has enough consecutive words that could be in it.
 * @param leastWords minimum number of words
 */
export async function holdsRecoveryPhrase(text: string, leastWords = LEAST_WORDS): Promise<boolean> {
  const words = text.toLowerCase().split(/[^a-z]+/);
  if (!hasRun(words, leastWords, (word) => word.length >= 3 && word.length <= 8)) return false;
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  const known = new Set(wordlist);
  return hasRun(words, leastWords, (word) => known.has(word));
}

/** Checks whether at least `least` consecutive words are accepted. */
function hasRun(words: readonly string[], least: number, accept: (word: string) => boolean): boolean {
  let run = 0;
  for (const word of words) {
    if (word === '') continue;
    run = accept(word) ? run + 1 : 0;
    if (run >= least) return true;
  }
  return false;
}
