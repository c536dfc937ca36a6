import { cleanText, clip } from '@/lib/dashboard/format';
import { MOST_TEXT } from './recognise';
import { holdsHex32, secretIn } from './secrets/secret';

/** Characters of rejected text that are shown with the error. */
const MOST_SHOWN = 120;

/**
 * The part of rejected text that a page may repeat: its beginning, without invisible or direction-changing characters.
 * Undefined if it is or may be a secret, or nothing is left.
 */
export async function refusedText(text: string): Promise<string | undefined> {
  const shown = clip(cleanText(text.slice(0, MOST_TEXT)), MOST_SHOWN);
  if (shown === '' || text.length > MOST_TEXT || holdsHex32(text)) return undefined;
  const secret = await secretIn(text).catch(() => 'not known');
  return secret === undefined ? shown : undefined;
}
