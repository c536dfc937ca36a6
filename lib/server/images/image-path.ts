import 'server-only';
import { readyService } from '@/lib/server/shared-service';

/** Maximum length of a `data:` image that is used as is, in characters. It is safe in an `img`, without scripts. */
const MAX_INLINE = 48 * 1024;

// Both require that the service has been created.

/**
 * Path of an untrusted image on this server, with `?w=96|256|512|1024`. Pages never contain its own URL. Undefined if
 * it is too long.
 */
export function imagePath(url: string): string | undefined {
  if (/^data:/i.test(url)) return url.length <= MAX_INLINE ? url : undefined;
  return readyService().imageLinks.image(url);
}

/** Path of an untrusted video or sound on this server. */
export const mediaPath = (url: string): string => readyService().imageLinks.media(url);
