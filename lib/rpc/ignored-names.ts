import { isJsonObject } from './params/read-params';

/** Header that names the unknown options and fields of a request (contract §1). */
export const IGNORED_HEADER = 'Satchel-Ignored';

/** Bounds on what an answer repeats of a request. */
const MAX_NAMES = 10;
const MAX_NAME_CHARACTERS = 64;

/** At most 10 different names of at most 64 characters, in their order. */
export function boundedNames(names: Iterable<string>): string[] {
  const bounded = new Set<string>();
  for (const name of names) {
    const cut = [...name.slice(0, 2 * MAX_NAME_CHARACTERS)].slice(0, MAX_NAME_CHARACTERS).join('');
    // encodeURIComponent refuses half a surrogate pair; as UTF-8 it becomes U+FFFD.
    bounded.add(Buffer.from(cut).toString());
    if (bounded.size === MAX_NAMES) break;
  }
  return [...bounded];
}

/** The header's value for all items of a body: percent-encoded names; undefined without names. */
export function ignoredHeader(names: Iterable<string>): string | undefined {
  const bounded = boundedNames(names);
  return bounded.length === 0 ? undefined : bounded.map(encodeURIComponent).join(', ');
}

/** Names of the members of an object that are not known; an empty list for anything but an object. */
export function unknownNames(value: unknown, known: readonly string[]): string[] {
  return isJsonObject(value) ? Object.keys(value).filter((name) => !known.includes(name)) : [];
}

/**
 * Unknown names in params that are objects, by position or by name (contract §1).
 * @param name of the parameter, such as `accountConfig`
 * @param known fields of the object
 */
export function unknownNamesOfObjects(raw: unknown, name: string, known: readonly string[]): string[] {
  return (Array.isArray(raw) ? raw : [raw]).flatMap((value: unknown) =>
    isJsonObject(value) && Object.hasOwn(value, name)
      ? [...unknownNames(value, [name]), ...unknownNames(value[name], known)]
      : unknownNames(value, known),
  );
}
