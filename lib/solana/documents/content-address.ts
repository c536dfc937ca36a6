import { base32nopad, base36, base58, base64urlnopad, hex } from '@scure/base';

// Reads content addresses: IPFS CIDs and Arweave transaction ids, with a path below them.

/** Maximum length of a CID, in characters: 128 bytes of digest in base16. Bounds the decoders of base36 and base58. */
const MAX_CID_CHARACTERS = 280;
const CID_V0 = /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/;

/** Decoders by multibase prefix (https://github.com/multiformats/multibase): the bases that gateways accept in paths. */
const DECODERS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  b: (text) => base32nopad.decode(text.toUpperCase()),
  B: base32nopad.decode,
  f: hex.decode,
  F: hex.decode,
  k: base36.decode,
  K: (text) => base36.decode(text.toLowerCase()),
  u: base64urlnopad.decode,
  z: base58.decode,
};

/**
 * Reads a CID in any base that gateways accept.
 * @returns a CID of version 0 unchanged, and one of version 1 in lower-case base32, its canonical form; undefined for
 * any other text
 */
export function readCid(text: string): string | undefined {
  if (CID_V0.test(text)) return text;
  const decode = text.length > MAX_CID_CHARACTERS ? undefined : DECODERS[text[0] ?? ''];
  if (decode === undefined) return undefined;
  try {
    const bytes = decode(text.slice(1));
    return isCidV1(bytes) ? `b${base32nopad.encode(bytes).toLowerCase()}` : undefined;
  } catch {
    return undefined;
  }
}

/** Checks the fields of a CID of version 1: version, codec, hash function, digest length, digest. */
function isCidV1(bytes: Uint8Array): boolean {
  let at = 0;
  const readNumber = () => {
    let value = 0;
    // Codes of codecs and hash functions have at most four bytes of seven bits.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return -1;
  };
  const [version, codec, hash, length] = [readNumber(), readNumber(), readNumber(), readNumber()];
  // Gateways refuse shorter and longer digests (`verifcid` of Kubo).
  const isLength = length >= 20 && length <= 128;
  return version === 1 && codec >= 0 && hash >= 0 && isLength && at + length === bytes.length;
}

/** Reads an Arweave transaction id: 32 bytes in base64url. */
export const readTransaction = (text: string): string | undefined =>
  /^[A-Za-z0-9_-]{43}$/.test(text) ? text : undefined;

/**
 * Reads `<id>[/path][?query]`. Characters that are not allowed in a URL are percent-encoded, among them `#` and a `%`
 * that begins no escape: both are part of file names here. A `#` right after the id begins a fragment, which is dropped.
 * @param readId reads the content address; undefined if it is not one
 * @returns undefined if the path leads out of the content
 */
export function contentPath(text: string, readId: (text: string) => string | undefined): string | undefined {
  const [, first = '', path = '', query = ''] = /^([^/?#]*)(\/[^?]*)?(\?.*)?/s.exec(text) ?? [];
  const id = readId(first);
  if (id === undefined || leadsOut(path)) return undefined;
  const escaped = (path + query)
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll('#', '%23')
    .replaceAll('\\', '%5C');
  const { pathname, search } = new URL(`https://gateway.invalid/${id}${escaped}`);
  return pathname.slice(1) + search;
}

/** Checks whether `..` segments lead out of a directory. Some gateways decode escapes before they resolve `..`. */
function leadsOut(path: string): boolean {
  let depth = 0;
  for (const segment of path.replace(/%2e/gi, '.').split(/\/|\\|%2f|%5c/i)) {
    if (segment === '..') depth--;
    else if (segment !== '' && segment !== '.') depth++;
    if (depth < 0) return true;
  }
  return false;
}
