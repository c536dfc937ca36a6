import { decodePercent } from '@/lib/decode-percent';

/** Decodes a segment of a page's path. An invalid segment is returned unchanged, so that its parser rejects it. */
export function pageOfText(part: string): string {
  return decodePercent(part)?.trim() ?? part;
}
