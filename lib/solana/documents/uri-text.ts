/** Parsing of untrusted URIs, with limited length and in linear time. */

/** Maximum length of a URI. Metaplex allows 200 bytes; signed URLs of storage services reach 1,500. */
export const MAX_URI_CHARACTERS = 2_048;
/** A host name has at most 253 characters; the rest is for a port and credentials. */
const MAX_HOST_CHARACTERS = 512;

/**
 * Removes control characters, of which URL parsers ignore only some, from a URI. Undefined if it is too long.
 */
export function fetchableUri(text: string): string | undefined {
  return text.length > MAX_URI_CHARACTERS ? undefined : text.replace(/\p{Cc}/gu, '').trim();
}

/** The text after a prefix, compared without case; undefined if the text does not begin with it. */
export function afterPrefix(text: string, prefix: string): string | undefined {
  return text.slice(0, prefix.length).toLowerCase() === prefix ? text.slice(prefix.length) : undefined;
}

/** Removes leading slashes. */
export function withoutLeadingSlashes(text: string): string {
  let start = 0;
  while (text[start] === '/') start++;
  return text.slice(start);
}

/**
 * `new URL(uri, base)`, or undefined if that throws. Rejects overlong hosts first, because the parser takes quadratic
 * time for them; without a host, the same limit applies to the first segment of the path.
 * @param uri a result of `fetchableUri`
 */
export function parseUrl(uri: string, base?: string): URL | undefined {
  if (hasLongHost(uri) || (base !== undefined && hasLongHost(base))) return undefined;
  try {
    // Not `URL.canParse`: once optimized by Node 20, it rejects hosts such as `müller.example`.
    return new URL(uri, base);
  } catch {
    return undefined;
  }
}

function hasLongHost(uri: string): boolean {
  const [, host = ''] = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i.exec(uri) ?? [];
  return host.length > MAX_HOST_CHARACTERS;
}
