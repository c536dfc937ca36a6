/** Decodes a segment of a page's path. An invalid segment is returned as is and rejected by its parser. */
export function pageOfText(part: string): string {
  try {
    return decodeURIComponent(part).trim();
  } catch {
    return part;
  }
}
