import { cleanText, clip } from '@/lib/dashboard/format';
import { MOST_TEXT } from './recognise';
import { holdsHex32, secretIn } from './secrets/secret';

/** So much of a refused text is shown beside its refusal. */
const MOST_SHOWN = 120;

/**
 * A refused text as a page may repeat it: its beginning, without characters that hide or turn others; undefined where
 * it is or may be a secret, or nothing is left of it.
 */
export async function refusedText(text: string): Promise<string | undefined> {
  const shown = clip(cleanText(text.slice(0, MOST_TEXT)), MOST_SHOWN);
  if (shown === '' || text.length > MOST_TEXT || holdsHex32(text)) return undefined;
  const secret = await secretIn(text).catch(() => 'not known');
  return secret === undefined ? shown : undefined;
}
