import * as z from 'zod/mini';
import type { InvalidInputError } from '@/lib/errors';

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
