/** Maximum number of characters to use. Normalizing long runs of combining marks takes quadratic time. */
const MAX_READ = 1_000;

/**
 * Removes characters that are missing in the share image's fonts. The renderer would fetch another font for them, and
 * fails on emoji.
 * @param most maximum number of characters in the result
 */
export function ogText(text: string, most = 60): string {
  const plain = text
    .slice(0, MAX_READ)
    .normalize('NFKC')
    .replace(/[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}

/** Truncates text to fit the title of a share image. */
export const ogTitle = (text: string): string => ogText(text, 24);
