import * as z from 'zod/mini';

/**
 * Describes a field in the OpenRPC document and the client; a named schema keeps its id. Safe in the browser.
 */
export const describe = (description: string) => z.meta({ id: undefined, description });

/** The allowed values of a field with their meanings, as part of its description. */
export const describeValues = (sentences: Readonly<Record<string, string>>) =>
  Object.entries(sentences)
    .map(([word, sentence]) => `${word}: ${sentence}`)
    .join(' ');
