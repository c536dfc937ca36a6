/** Prose never has twelve neighbouring words of the list: they are a phrase (BIP-39: 12 to 24), perhaps with an error. */
const LEAST_WORDS = 12;

/** Characters of the shortest text that can be a phrase. No private key that is recognized is shorter, either. */
export const shortestPhrase = (words = LEAST_WORDS): number => 4 * words - 1;

/**
 * Whether a text holds a recovery phrase: neighbouring words of the English list of BIP-39, with anything between them.
 * One with a wrong checksum counts as well: a single mistyped word hides nothing. The list is loaded only if enough
 * neighbouring words could be in it.
 * @param leastWords how many words make one
 */
export async function holdsRecoveryPhrase(text: string, leastWords = LEAST_WORDS): Promise<boolean> {
  const words = text.toLowerCase().split(/[^a-z]+/);
  if (!hasRun(words, leastWords, (word) => word.length >= 3 && word.length <= 8)) return false;
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  const known = new Set(wordlist);
  return hasRun(words, leastWords, (word) => known.has(word));
}

/** Whether `least` accepted words follow each other. */
function hasRun(words: readonly string[], least: number, accept: (word: string) => boolean): boolean {
  let run = 0;
  for (const word of words) {
    if (word === '') continue;
    run = accept(word) ? run + 1 : 0;
    if (run >= least) return true;
  }
  return false;
}
