import 'server-only';
import { readyService } from '@/lib/server/shared-service';

/** Longest `data:` image of a document that is passed on, in characters; in an `img` it can load and run nothing. */
const MOST_INLINE = 48 * 1024;

// The service must have been made before either is called.

/**
 * Path of an untrusted image on this server, `?w=96|256|512|1024`; its own URL never appears in a page. Undefined when
 * it is too long.
 */
export function imagePath(url: string): string | undefined {
  if (/^data:/i.test(url)) return url.length <= MOST_INLINE ? url : undefined;
  return readyService().imageLinks.image(url);
}

/** Path of an untrusted video or sound on this server. */
export const mediaPath = (url: string): string => readyService().imageLinks.media(url);
