import { isSvg } from './svg-root';

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
