/** Decodes a segment of a page's path. An invalid segment is returned unchanged, so that its parser rejects it. */
export function pageOfText(part: string): string {
  try {
    return decodeURIComponent(part).trim();
  } catch {
    return part;
  }
}
