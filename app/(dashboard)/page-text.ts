/** Decodes a segment of a page's path; an invalid one stays as it is and is rejected by its parser. */
export function pageOfText(part: string): string {
  try {
    return decodeURIComponent(part).trim();
  } catch {
    return part;
  }
}
