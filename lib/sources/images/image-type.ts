import { MAX_DOCUMENT_BYTES } from '@/lib/solana/documents/data-uri';

// Types of files, determined by their first bytes; the sender's Content-Type is ignored.

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Determines the type of an image; returns undefined if it is not supported. */
export function imageType(bytes: Uint8Array) {
  if (bytes[0] === 0x89 && ascii(bytes, 1, 4) === 'PNG') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(bytes, 0, 4) === 'GIF8') return 'gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (ascii(bytes, 4, 8) === 'ftyp' && /avif|avis|mif1|miaf/.test(ascii(bytes, 8, 32))) return 'avif';
  return isSvg(bytes) ? 'svg' : undefined;
}

/** Determines the type of an audio or video file; returns undefined if it is not supported. */
export function mediaType(bytes: Uint8Array) {
  if (ascii(bytes, 4, 8) === 'ftyp') return ascii(bytes, 8, 12).startsWith('M4A') ? 'audio/mp4' : 'video/mp4';
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'video/webm';
  if (ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2))
    return 'audio/mpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return 'audio/wav';
  if (ascii(bytes, 0, 4) === 'OggS') return 'audio/ogg';
  if (ascii(bytes, 0, 4) === 'fLaC') return 'audio/flac';
  return undefined;
}

/** Constructs of XML that end with a fixed string, by the string that begins them. */
const CLOSED_BY = new Map([
  ['<!--', '-->'],
  ['<?', '?>'],
  ['"', '"'],
  ["'", "'"],
]);

/**
 * Checks whether the root element of a file is `svg`, with or without a namespace prefix. Skips what may precede it in
 * XML (declaration, processing instructions, comments, and a document type of `svg`), in linear time.
 */
function isSvg(bytes: Uint8Array): boolean {
  // Larger files are not served. The decoder drops a byte order mark.
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_DOCUMENT_BYTES)).toLowerCase();
  let at = skipSpace(text, 0);
  while (text[at] === '<') {
    const begin = ['<!--', '<?'].find((each) => text.startsWith(each, at));
    let end: number | undefined;
    if (begin !== undefined) end = endOf(text, begin, at);
    else if (text.startsWith('<!', at)) end = endOfDoctype(text, at);
    else return isSvgTag(text, at);
    if (end === undefined) return false;
    at = skipSpace(text, end);
  }
  return false;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at++;
  return at;
}

/** Returns the index after a construct of `CLOSED_BY`; undefined if it does not end. */
function endOf(text: string, begin: string, at: number): number | undefined {
  const close = CLOSED_BY.get(begin) ?? '';
  const end = text.indexOf(close, at + begin.length);
  return end < 0 ? undefined : end + close.length;
}

/** Returns the index after a document type named `svg`, including its internal subset. */
function endOfDoctype(text: string, at: number): number | undefined {
  if (!/^<!doctype\s{1,100}(?:[^\s<>[:]{1,100}:)?svg[\s[>]/.test(text.slice(at, at + 512))) return undefined;
  let isInSubset = false;
  const next = /["'[\]>]|<!--|<\?/g;
  next.lastIndex = at;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [token] = found;
    if (token === '>' && !isInSubset) return next.lastIndex;
    if (token === '[' || token === ']') isInSubset = token === '[';
    if (!CLOSED_BY.has(token)) continue;
    const end = endOf(text, token, found.index);
    if (end === undefined) return undefined;
    next.lastIndex = end;
  }
  return undefined;
}

/** Checks for the start tag `<svg`, or `<prefix:svg` with a declaration of the prefix. */
function isSvgTag(text: string, at: number): boolean {
  const root = /^<(?:([^\s<>/:!?"'=]{1,100}):)?svg[\s>/]/.exec(text.slice(at, at + 128));
  if (root === null) return false;
  const [, prefix] = root;
  if (prefix === undefined) return true;
  const tag = text.slice(at, text.indexOf('>', at));
  return tag.replace(/\s/g, '').includes(`xmlns:${prefix}=`);
}
