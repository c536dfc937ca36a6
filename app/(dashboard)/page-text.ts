/** A part of a page's path as text; one that does not decode stays as it is, and is then refused by its reader. */
export function pageOfText(part: string): string {
  try {
    return decodeURIComponent(part).trim();
  } catch {
    return part;
  }
}
