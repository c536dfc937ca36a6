import { isJsonObject } from '@/lib/json/json-object';

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
