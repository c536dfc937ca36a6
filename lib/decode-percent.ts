/** Decodes percent-encoded text. Returns undefined if an encoding is invalid. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
