import 'server-only';
import { readyService } from '@/lib/server/shared-service';

/**
 * Maximum length, in characters, of a `data:` image that is used unchanged. This is safe: scripts do not run in an
 * `img`.
 */
const MAX_INLINE = 48 * 1024;

// Both functions throw until the service has been created.

/**
 * Returns the path of an untrusted image on this server, with `?w=96|256|512|1024`; undefined if it would be too
 * long. Pages never contain the image's own URL.
 * @param kind whether `url` is that of the image, or of the document that names it
 */
export function imagePath(url: string, kind: 'image' | 'document' = 'image'): string | undefined {
  const { imageLinks } = readyService();
  if (kind === 'document') return imageLinks.documentImage(url);
  if (/^data:/i.test(url)) return url.length <= MAX_INLINE ? url : undefined;
  return imageLinks.image(url);
}

/** Returns the path of an untrusted video or audio file on this server. */
export const mediaPath = (url: string): string => readyService().imageLinks.media(url);
