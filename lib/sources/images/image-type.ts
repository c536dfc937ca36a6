/** Type of an image, determined by its first bytes; the sender's Content-Type is ignored. */
export type ImageType = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg';
export type MediaType =
  | 'video/mp4'
  | 'video/webm'
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/ogg'
  | 'audio/mp4'
  | 'audio/flac';

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Determines the type of an image; returns undefined if it is not supported. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  if (bytes[0] === 0x89 && ascii(bytes, 1, 4) === 'PNG') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(bytes, 0, 4) === 'GIF8') return 'gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (ascii(bytes, 4, 8) === 'ftyp' && /avif|avis|mif1|miaf/.test(ascii(bytes, 8, 32))) return 'avif';
  return isSvg(bytes) ? 'svg' : undefined;
}

/** Maximum number of bytes before the root element of an SVG. */
const SVG_PROLOG_BYTES = 1024;
/** Constructs that can precede the root element, with the strings that begin and end them. */
const SVG_PROLOG = [
  { begin: '<?xml', end: '>' },
  { begin: '<!--', end: '-->' },
  { begin: '<!doctype svg', end: '>' },
];

/**
 * Checks whether the root element is `<svg`. Skips the constructs before the root element one by one, in linear time.
 */
function isSvg(bytes: Uint8Array): boolean {
  // The decoder drops a byte order mark.
  let rest = new TextDecoder().decode(bytes.subarray(0, SVG_PROLOG_BYTES)).trimStart().toLowerCase();
  while (!/^<svg[\s>/]/.test(rest)) {
    const item = SVG_PROLOG.find(({ begin }) => rest.startsWith(begin));
    if (item === undefined) return false;
    const end = rest.indexOf(item.end, item.begin.length);
    if (end < 0) return false;
    rest = rest.slice(end + item.end.length).trimStart();
  }
  return true;
}

/** Determines the type of an audio or video file; returns undefined if it is not supported. */
export function mediaType(bytes: Uint8Array): MediaType | undefined {
  if (ascii(bytes, 4, 8) === 'ftyp') return ascii(bytes, 8, 12).startsWith('M4A') ? 'audio/mp4' : 'video/mp4';
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'video/webm';
  if (ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2))
    return 'audio/mpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return 'audio/wav';
  if (ascii(bytes, 0, 4) === 'OggS') return 'audio/ogg';
  if (ascii(bytes, 0, 4) === 'fLaC') return 'audio/flac';
  return undefined;
}
