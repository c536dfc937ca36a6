import { base32nopad, base36, base58, base64urlnopad, hex } from '@scure/base';
import { isJsonObject } from '@/lib/json/json-object';
import { trimEndWhile } from '@/lib/trim-end';
import { decodeDataUri, isDataUri } from './data-uri';
import { afterPrefix, fetchableUri, parseUrl, withoutLeadingSlashes } from './uri-text';

// Locates off-chain documents and images by their on-chain URIs (contract §3).

/** IPFS and Arweave gateways in order of preference: origins, or URLs with a path before `/ipfs`. */
export type Gateways = { ipfs: readonly string[]; arweave: readonly string[] };

export const DEFAULT_GATEWAYS: Gateways = {
  ipfs: ['https://ipfs.io', 'https://dweb.link', 'https://w3s.link'],
  arweave: ['https://arweave.net', 'https://arweave.ar.io', 'https://permagate.io'],
};

/** Gateways that no longer exist. URLs on them are rerouted by their CID. */
const DEAD_GATEWAYS = new Set([
  'cloudflare-ipfs.com',
  'www.cloudflare-ipfs.com',
  'ipfs.infura.io',
  'infura-ipfs.io',
  'cf-ipfs.com',
]);
const ARWEAVE_HOSTS = new Set([
  'arweave.net',
  'www.arweave.net',
  'arweave.dev',
  'www.arweave.dev',
  'arweave.ar.io',
  'ar-io.net',
  'permagate.io',
]);

/** Location of a document or image: inline, or URLs. */
export type Location = { kind: 'inline'; mediaType: string; body: Uint8Array } | WebLocation;
type WebLocation = {
  kind: 'web';
  /** URLs to try, in order. */
  urls: [string, ...string[]];
  /**
   * Cache key shared by all URIs with the same content address. Undefined unless all `urls` are gateways: another host
   * may send anything under the address.
   */
  contentKey: string | undefined;
};

/** Locates a document or image by its URI. Returns undefined if the URI is unsupported or too long. */
export function locate(uri: string, gateways: Gateways): Location | undefined {
  const text = uri.replaceAll('\0', '').trim();
  if (isDataUri(text)) return decodeDataUri(text);
  const fetchable = fetchableUri(text);
  return fetchable === undefined ? undefined : locateFetchable(fetchable, gateways);
}

function locateFetchable(text: string, gateways: Gateways): Location | undefined {
  const ipfs = ipfsPath(text);
  if (ipfs !== undefined) return locateCid(ipfs, gateways);
  const bare = locateCid(text, gateways);
  if (bare !== undefined) return bare;
  const arweave = afterPrefix(text, 'ar:');
  if (arweave !== undefined) return locateTransaction(withoutLeadingSlashes(arweave), gateways);
  const written = text.startsWith('//') ? `https:${text}` : text;
  const url = /^https?:/i.test(written) ? parseUrl(written) : undefined;
  return url && locateUrl(url, gateways);
}

/**
 * Extracts `<cid>[/path]` from the `ipfs:` and `/ipfs/` forms, which may repeat `ipfs/`; returns undefined for any
 * other text.
 */
function ipfsPath(text: string): string | undefined {
  const afterScheme = afterPrefix(text, 'ipfs:');
  let path =
    afterScheme === undefined
      ? (afterPrefix(text, 'ipfs/') ?? afterPrefix(text, '/ipfs/'))
      : withoutLeadingSlashes(afterScheme);
  for (let rest = path; rest !== undefined; rest = afterPrefix(rest, 'ipfs/')) path = rest;
  return path;
}

function locateUrl(url: URL, gateways: Gateways): Location {
  if (ARWEAVE_HOSTS.has(url.hostname) && url.port === '') {
    const found = locateTransaction(url.pathname.slice(1) + url.search, gateways);
    if (found !== undefined) return found;
  }
  const [, inPath] = /^\/ipfs\/(.+)$/.exec(url.pathname) ?? [];
  const [label = '', second] = url.hostname.split('.');
  const path = inPath ?? (second === 'ipfs' ? label + url.pathname : undefined);
  const rerouted = path === undefined ? undefined : locateCid(path + url.search, gateways);
  if (rerouted === undefined) return { kind: 'web', urls: [url.href], contentKey: undefined };
  if (DEAD_GATEWAYS.has(url.hostname)) return rerouted;
  const isGateway = rerouted.urls.includes(url.href);
  return {
    kind: 'web',
    urls: [url.href, ...rerouted.urls.filter((each) => each !== url.href)],
    contentKey: isGateway ? rerouted.contentKey : undefined,
  };
}

/** Locates `<cid>[/path][?query]` on the IPFS gateways. */
function locateCid(text: string, { ipfs }: Gateways): WebLocation | undefined {
  const path = contentPath(text, readCid);
  return path === undefined ? undefined : through(ipfs, `/ipfs/${path}`, `ipfs:${path}`);
}

/** Locates `<transaction>[/path][?query]` on the Arweave gateways. */
function locateTransaction(text: string, { arweave }: Gateways): WebLocation | undefined {
  const path = contentPath(text, readTransaction);
  return path === undefined ? undefined : through(arweave, `/${path}`, `ar:${path}`);
}

function through(gateways: readonly string[], path: string, contentKey: string): WebLocation | undefined {
  const [first, ...others] = gateways.flatMap((gateway) => {
    const origin = trimEndWhile(gateway, (character) => character === '/').replace(/\/ipfs$/, '');
    const url = `${origin}${path}`;
    return URL.canParse(url) ? [new URL(url).href] : [];
  });
  return first === undefined ? undefined : { kind: 'web', urls: [first, ...others], contentKey };
}

/**
 * Resolves the image of a document to an absolute https URL or an image `data:` URL; returns undefined for anything
 * else. `ipfs` and `ar` URIs use the first gateway; http becomes https.
 * @param base URI of the document, for relative images; undefined for an inline document
 * @param httpHosts hosts (`host:port`) that may use http, for development
 */
export function resolveImage(
  image: unknown,
  base: string | undefined,
  gateways: Gateways,
  httpHosts: readonly string[],
): string | undefined {
  if (typeof image !== 'string') return undefined;
  const text = image.replaceAll('\0', '').trim();
  // No size check: the document's own size limit applies.
  if (isDataUri(text)) return /^data:image\/[a-z0-9.+-]+[;,]/i.test(text) ? text : undefined;
  const uri = fetchableUri(text);
  if (uri === undefined || uri === '') return undefined;
  let found = locate(uri, gateways);
  if (found === undefined && base !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(uri)) {
    const resolved = parseUrl(uri, base);
    found = resolved && locate(resolved.href, gateways);
  }
  if (found?.kind !== 'web') return undefined;
  const url = new URL(found.urls[0]);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'http:' && !httpHosts.includes(url.host)) url.protocol = 'https:';
  return url.href;
}

const IMAGE_FILE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)(?:$|[?#])/i;

/** Lists the images of a document, best first: `image`, then image files. Tolerates malformed documents. */
export function imagesOf(document: Readonly<Record<string, unknown>>): unknown[] {
  const images: unknown[] = [document.image];
  const { files } = isJsonObject(document.properties) ? document.properties : {};
  if (!Array.isArray(files)) return images;
  for (const file of files.slice(0, 100) as unknown[]) {
    if (typeof file === 'string') {
      if (IMAGE_FILE.test(file) || /^data:image\//i.test(file)) images.push(file);
      continue;
    }
    if (!isJsonObject(file)) continue;
    const { uri, url, type } = file;
    const source = uri ?? url;
    if (typeof source !== 'string') continue;
    if (typeof type === 'string' ? /^image(\/|$)/i.test(type) : IMAGE_FILE.test(source)) images.push(source);
  }
  return images;
}

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
function readCid(text: string): string | undefined {
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
const readTransaction = (text: string): string | undefined =>
  /^[A-Za-z0-9_-]{43}$/.test(text) ? text : undefined;

/**
 * Reads `<id>[/path][?query]`. Characters that are not allowed in a URL are percent-encoded, among them `#` and a `%`
 * that begins no escape: both are part of file names here. A `#` right after the id begins a fragment, which is dropped.
 * @param readId reads the content address; undefined if it is not one
 * @returns undefined if the path leads out of the content
 */
function contentPath(text: string, readId: (text: string) => string | undefined): string | undefined {
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
