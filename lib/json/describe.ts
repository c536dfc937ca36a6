import * as z from 'zod/mini';
import type { InvalidInputError } from '@/lib/errors';

/**
 * Describes a field for the OpenRPC document and the client without giving its schema an id. Also runs in a browser.
 */
export const describe = (description: string) => z.meta({ id: undefined, description });

/** Gives a schema an id, under which documents define it once, and a description. */
export const withId = (id: string, description: string) => z.meta({ id, description });

/** Returns the schema of an object that documents define once, under its id. */
export const define = <Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) =>
  z.object(shape).check(withId(id, description));

/** Returns the schema of an object without an id, with its description. */
export const object = <Shape extends z.core.$ZodLooseShape>(description: string, shape: Shape) =>
  z.object(shape).check(describe(description));

/** Returns the schema of a list, with its description. */
export const listOf = <T extends z.core.$ZodType>(type: T, description: string) =>
  z.array(type).check(describe(description));

/** Returns the schema of one of several words, with its description. */
export const wordOf = <const Words extends readonly string[]>(words: Words, description: string) =>
  z.enum(words).check(describe(description));

export const text = (description: string) => z.string().check(describe(description));
export const flag = (description: string) => z.boolean().check(describe(description));
export const int = (description: string) => z.int().check(describe(description));

/** Returns the schema of a field that can be null, with its description. */
export const orNull = <T extends z.core.$ZodType>(type: T, description: string) =>
  z.nullable(type).check(describe(description));

/** Returns the schema of a field that can be absent, with its description. */
export const orAbsent = <T extends z.core.$ZodType>(type: T, description: string) =>
  z.optional(type).check(describe(description));

/** Describes the allowed values of a field and their meanings. */
export const describeValues = (sentences: Readonly<Record<string, string>>) =>
  Object.entries(sentences)
    .map(([word, sentence]) => `${word}: ${sentence}`)
    .join(' ');

/** Returns the schema of an option that is true or false. */
export const optionalFlag = (description: string, isOn = false) =>
  z.optional(z.boolean({ error: 'Expected true or false' }).check(z.meta({ description, default: isOn })));

/** Schema of the names of unknown options or fields, as returned in the extended format. */
export const IgnoredNames = z
  .optional(z.array(z.string()))
  .check(describe('Unknown names in the request, which were ignored; omitted if all names are known.'));

/**
 * Returns the schema of a string that is replaced by the result of `parse`.
 * @param expected message for a value that is not a string
 * @param parse throws an InvalidInputError, whose reason, message and data become those of the issue
 */
export const parsedText = (expected: string, parse: (text: string) => string) =>
  z.pipe(
    z.string(expected),
    z.transform((text, context) => {
      try {
        return parse(text);
      } catch (thrown) {
        const { message, reason, data } = thrown as InvalidInputError;
        context.issues.push({ code: 'custom', message, input: text, params: { reason, ...data } });
        return z.NEVER;
      }
    }),
  );
