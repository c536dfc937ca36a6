import type * as z from 'zod/mini';
import { isErrorReason } from '@/lib/error-reasons';
import { InvalidInputError } from '@/lib/errors';
import { isJsonObject } from '@/lib/json/json-object';

/**
 * Validates a value with a schema. Converts the first issue to an error. A custom issue can set the error's reason and
 * data in `params: { reason, ...data }`.
 * @param path path of the value in the request, such as `params[0]`
 * @throws InvalidInputError with the issue's reason and message, and the path
 */
export function readParam<T extends z.ZodMiniType>(schema: T, value: unknown, path: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as {
    code: string;
    message: string;
    path: PropertyKey[];
    params?: Record<string, unknown>;
  };
  const { reason, ...data } = issue.params ?? {};
  throw new InvalidInputError(
    // Zod's codes are reasons in snake case, such as `too_big`.
    [reason, issue.code.replaceAll('_', '-')].find(isErrorReason) ?? 'invalid-value',
    issue.message,
    issue.path.reduce<string>(
      (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}.${String(part)}`),
      path,
    ),
    data,
  );
}

/** Adds the path in the request to an InvalidInputError; returns anything else unchanged. */
export function atPath(thrown: unknown, path: string): unknown {
  if (!(thrown instanceof Error) || thrown.name !== 'InvalidInputError') return thrown;
  const { reason, message, data } = thrown as InvalidInputError;
  return new InvalidInputError(reason, message, path, data);
}

/** Copies an object without its null members: clients send null for an absent option (contract §1). */
export const withoutNulls = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** An object in a request's params and its path, such as `params[0]` or `params.query`. */
export type ObjectParam = { value: unknown; path: string };

/**
 * Returns the objects in a request's params, in both forms of contract §1: an array of objects, or one object. Each
 * can be nested under the parameter's name. Null members are removed.
 * @param name name of the parameter, such as `accountConfig`
 * @throws InvalidInputError `missing-params` if params are missing or empty, `invalid-type` if they are neither an
 * array nor an object
 */
export function objectParams(raw: unknown, name: string): ObjectParam[] {
  if (raw === undefined || raw === null || (Array.isArray(raw) && raw.length === 0))
    throw new InvalidInputError('missing-params', `params must have the ${name} object`, 'params');
  if (Array.isArray(raw)) return raw.map((item, i) => unwrapped(item, name, `params[${i}]`));
  if (!isJsonObject(raw))
    throw new InvalidInputError('invalid-type', 'params must be an array or an object', 'params');
  return [unwrapped(raw, name, 'params')];
}

function unwrapped(given: unknown, name: string, givenPath: string): ObjectParam {
  const isNested = isJsonObject(given) && Object.hasOwn(given, name);
  const [value, path] = isNested ? [given[name], `${givenPath}.${name}`] : [given, givenPath];
  return { value: isJsonObject(value) ? withoutNulls(value) : value, path };
}

/** Header that names the unknown options and fields of a request (contract §1). */
export const IGNORED_HEADER = 'Satchel-Ignored';

/** Maximum number of ignored names in a response. Each is truncated to `MAX_NAME_CHARACTERS`. */
const MAX_NAMES = 10;
const MAX_NAME_CHARACTERS = 64;

/** Returns the first `MAX_NAMES` distinct names, truncated. */
export function boundedNames(names: Iterable<string>): string[] {
  const bounded = new Set<string>();
  for (const name of names) {
    const cut = [...name.slice(0, 2 * MAX_NAME_CHARACTERS)].slice(0, MAX_NAME_CHARACTERS).join('');
    // Convert to UTF-8 and back, which replaces lone surrogates with U+FFFD. encodeURIComponent would throw on them.
    bounded.add(Buffer.from(cut).toString());
    if (bounded.size === MAX_NAMES) break;
  }
  return [...bounded];
}

/** Formats the header's value for all items of a body, as percent-encoded names; undefined if there are no names. */
export function ignoredHeader(names: Iterable<string>): string | undefined {
  const bounded = boundedNames(names);
  return bounded.length === 0 ? undefined : bounded.map(encodeURIComponent).join(', ');
}

/** Returns the unknown member names of an object; empty if the value is not an object. */
export function unknownNames(value: unknown, known: readonly string[]): string[] {
  return isJsonObject(value) ? Object.keys(value).filter((name) => !known.includes(name)) : [];
}

/**
 * Returns the unknown names in params that are objects, by position or by name (contract §1).
 * @param name name of the parameter, such as `accountConfig`
 * @param known the known fields of the object
 */
export function unknownNamesOfObjects(raw: unknown, name: string, known: readonly string[]): string[] {
  return (Array.isArray(raw) ? raw : [raw]).flatMap((value: unknown) =>
    isJsonObject(value) && Object.hasOwn(value, name)
      ? [...unknownNames(value, [name]), ...unknownNames(value[name], known)]
      : unknownNames(value, known),
  );
}

/** The parameters of a call by name, and where they are in the call. */
export type NamedParams = { values: Record<string, unknown>; path: string };

/**
 * Returns parameters by name: of an object, of an array of one object, or of an array in the order of `names`; undefined
 * for params of another type. Values after the last name are left out.
 */
export function paramsByName(raw: unknown, names: readonly string[]): NamedParams | undefined {
  if (isJsonObject(raw)) return { values: raw, path: 'params' };
  if (!Array.isArray(raw)) return undefined;
  const [first] = raw as unknown[];
  if (raw.length === 1 && isJsonObject(first)) return { values: first, path: 'params[0]' };
  const values = Object.fromEntries(names.slice(0, raw.length).map((name, i) => [name, raw[i] as unknown]));
  return { values, path: 'params' };
}
