import * as z from 'zod/mini';

/** Returns the schema of an option that is true or false. */
export const optionalFlag = (description: string, isOn = false) =>
  z.optional(z.boolean({ error: 'Expected true or false' }).check(z.meta({ description, default: isOn })));
