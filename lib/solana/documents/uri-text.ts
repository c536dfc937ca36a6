/** Reading of URIs that anyone may have written: bounded in length, in linear time. */

/** Longest URI that is read. Metaplex allows 200 bytes; signed URLs of storage services reach 1,500. */
export const MAX_URI_CHARACTERS = 2_048;
/** A host name has at most 253 characters; the rest is for a port and credentials. */
const MAX_HOST_CHARACTERS = 512;

/**
 * A URI that is to be fetched, without control characters: URL parsers drop some of them, and none belongs in it.
 * Undefined when it is too long.
 */
export function fetchableUri(text: string): string | undefined {
  return text.length > MAX_URI_CHARACTERS ? undefined : text.replace(/\p{Cc}/gu, '').trim();
}

/** What follows a prefix, whose letters may be of any case; undefined when the text begins otherwise. */
export function afterPrefix(text: string, prefix: string): string | undefined {
  return text.slice(0, prefix.length).toLowerCase() === prefix ? text.slice(prefix.length) : undefined;
}

/** A text without the slashes that it begins with. */
export function withoutLeadingSlashes(text: string): string {
  let start = 0;
  while (text[start] === '/') start++;
  return text.slice(start);
}

/**
 * `new URL(uri, base)`, undefined where that throws. A host beyond any real one is refused first, because the
 * parser takes quadratic time on it; without a host, the first segment of the path is held to the same bound.
 * @param uri as `fetchableUri` gives it
 */
export function parseUrl(uri: string, base?: string): URL | undefined {
  if (hasLongHost(uri) || (base !== undefined && hasLongHost(base))) return undefined;
  try {
    // Not `URL.canParse`: once optimized, that of Node 20 refuses hosts such as `müller.example`.
    return new URL(uri, base);
  } catch {
    return undefined;
  }
}

function hasLongHost(uri: string): boolean {
  const [, host = ''] = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i.exec(uri) ?? [];
  return host.length > MAX_HOST_CHARACTERS;
}
