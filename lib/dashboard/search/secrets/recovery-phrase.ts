/** How many words a phrase has (BIP-39). */
const COUNTS = [12, 15, 18, 21, 24] as const;
const LEAST_WORDS = 12;
/** No prose has so many neighbouring words of the list: they are a phrase with something before or behind it. */
const CERTAIN_WORDS = 30;

/**
 * Whether a text holds a recovery phrase: neighbouring words of the English list of BIP-39 whose checksum fits,
 * whatever stands between them. The list is loaded only where enough neighbouring words could be of it.
 */
export async function holdsRecoveryPhrase(text: string): Promise<boolean> {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const couldBe = runs(words, (word) => word.length >= 3 && word.length <= 8);
  if (couldBe.length === 0) return false;
  const [{ validateMnemonic }, { wordlist }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
  ]);
  const known = new Set(wordlist);
  return couldBe
    .flatMap((run) => runs(run, (word) => known.has(word)))
    .some(
      (run) =>
        run.length > CERTAIN_WORDS ||
        run.some((_, start) =>
          COUNTS.some(
            (count) =>
              start + count <= run.length &&
              validateMnemonic(run.slice(start, start + count).join(' '), wordlist),
          ),
        ),
    );
}

/** The longest runs of words that are accepted, of those with enough words. */
function runs(words: readonly string[], accept: (word: string) => boolean): string[][] {
  const all: string[][] = [[]];
  for (const word of words) {
    if (accept(word)) all.at(-1)?.push(word);
    else if (word !== '') all.push([]);
  }
  return all.filter((run) => run.length >= LEAST_WORDS);
}
