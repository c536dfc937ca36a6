/** Parses untrusted URIs of limited length in linear time. */

/** Maximum length of a URI. Metaplex allows 200 bytes; signed URLs of storage services reach 1,500. */
export const MAX_URI_CHARACTERS = 2_048;
/**
 * Maximum length of a URI's authority part: a host name of at most 253 characters, plus room for a port and
 * credentials.
 */
const MAX_HOST_CHARACTERS = 512;

/**
 * Removes all control characters from a URI, because URL parsers ignore only some of them. Returns undefined if the URI
 * is longer than `MAX_URI_CHARACTERS`.
 */
export function fetchableUri(text: string): string | undefined {
  return text.length > MAX_URI_CHARACTERS ? undefined : text.replace(/\p{Cc}/gu, '').trim();
}

/**
 * Removes a prefix, compared case-insensitively. Returns undefined if the text does not begin with the prefix.
 * @param prefix in lower case
 */
export function afterPrefix(text: string, prefix: string): string | undefined {
  return text.slice(0, prefix.length).toLowerCase() === prefix ? text.slice(prefix.length) : undefined;
}

/** Removes leading slashes. */
export const withoutLeadingSlashes = (text: string): string => text.replace(/^\/+/, '');

/**
 * Returns `new URL(uri, base)`, or undefined if that throws. Rejects overlong hosts first, because the parser takes
 * quadratic time for them; if there is no host, the same limit applies to the first path segment.
 * @param uri a result of `fetchableUri`
 */
export function parseUrl(uri: string, base?: string): URL | undefined {
  if (hasLongHost(uri) || (base !== undefined && hasLongHost(base))) return undefined;
  try {
    // Not `URL.canParse`: once Node 20 has optimized it, it rejects hosts such as `müller.example`.
    return new URL(uri, base);
  } catch {
    return undefined;
  }
}

function hasLongHost(uri: string): boolean {
  const [, host = ''] = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i.exec(uri) ?? [];
  return host.length > MAX_HOST_CHARACTERS;
}
