import * as z from 'zod/mini';
import { isJsonObject } from '@/lib/json/json-object';
import { paramsByName, readParam } from './read-params';

/** Format of 64-bit integers in a response (contract §1). */
export const Integers = z
  .enum(['string'], { error: 'Expected "string"' })
  .check(z.meta({ description: '`string`: 64-bit integers are decimal strings instead of JSON integers.' }));

/** Returns the schema of an integer from `min` to `max`. Its error names the range. */
export const boundedInteger = (min: number, max: number) =>
  z.int({ error: `Expected an integer from ${min} to ${max}` }).check(z.minimum(min), z.maximum(max));

/** `integers` as a parameter of the DAS methods. */
export const INTEGERS_PARAM = {
  summary: '`string`: amounts and all other 64-bit integers are decimal strings instead of JSON integers.',
  schema: Integers,
};

/**
 * Checks whether the parameter `integers`, given by name or at its position in `names`, requests decimal strings.
 * @throws InvalidInputError for any value except `string` and null
 */
export function hasStringIntegers(raw: unknown, names: readonly string[]): boolean {
  const named = paramsByName(raw, names);
  const value = named?.values.integers;
  if (named === undefined || value === undefined || value === null) return false;
  return readParam(Integers, value, `${named.path}.integers`) === 'string';
}

/** Removes `integers` from params by name or in the order of `names`, because a DAS upstream may reject it. */
export function withoutIntegers(raw: unknown, names: readonly string[] = []): unknown {
  if (Array.isArray(raw))
    return raw.filter((_, i) => names[i] !== 'integers').map((each) => withoutIntegers(each));
  if (!isJsonObject(raw)) return raw;
  const { integers: _, ...others } = raw;
  return others;
}
