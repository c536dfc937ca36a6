import { cleanText, clip } from '@/lib/dashboard/format';
import { MAX_INPUT_CHARACTERS } from './detect-input';
import { holdsHex32, secretIn } from './secrets';

/** Maximum number of characters of rejected text that are shown with the error. */
const MAX_SHOWN = 120;

/**
 * Returns the part of rejected text that a page may repeat: its beginning, without invisible or direction-changing
 * characters. Returns undefined if the text is or may be a secret, or if no visible characters are left.
 */
export async function quotableText(text: string): Promise<string | undefined> {
  const shown = clip(cleanText(text.slice(0, MAX_INPUT_CHARACTERS)), MAX_SHOWN);
  if (shown === '' || text.length > MAX_INPUT_CHARACTERS || holdsHex32(text)) return undefined;
  const secret = await secretIn(text).catch(() => 'not known');
  return secret === undefined ? shown : undefined;
}
