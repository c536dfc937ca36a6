import 'server-only';
import { signedImagePath } from './signed-paths';

/** Longest `data:` image of a document that is passed on, in characters; in an `img` it can load and run nothing. */
const MOST_INLINE = 48 * 1024;

/** Path of an untrusted image on this server; its own URL never appears in a page. Undefined when it is too long. */
export function imagePath(url: string): string | undefined {
  if (/^data:/i.test(url)) return url.length <= MOST_INLINE ? url : undefined;
  return signedImagePath(url);
}
