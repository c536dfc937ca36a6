import 'server-only';
import { readyService } from '@/lib/server/shared-service';

/** Path of an untrusted image on this server; `?w=96|256|512|1024`. The service must have been made. */
export function signedImagePath(url: string): string {
  return readyService().imageLinks.image(url);
}

/** Path of an untrusted video or sound on this server. The service must have been made. */
export function signedMediaPath(url: string): string {
  return readyService().imageLinks.media(url);
}
