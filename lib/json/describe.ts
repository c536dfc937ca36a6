import * as z from 'zod/mini';

/**
 * What a field is, in the document and the client; a kind that has a schema of its own keeps that, and its id. Safe in
 * the browser.
 */
export const describe = (description: string) => z.meta({ id: undefined, description });

/** Words that a field may hold, each with its sentence, as a part of its description. */
export const wordsAndSentences = (sentences: Readonly<Record<string, string>>) =>
  Object.entries(sentences)
    .map(([word, sentence]) => `${word}: ${sentence}`)
    .join(' ');
