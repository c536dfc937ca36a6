import 'server-only';
import { signedImagePath } from './image-endpoints';

/** An image that a document holds within itself is passed on up to this length; it can load and run nothing. */
const MOST_INLINE = 48 * 1024;

/** Where this server shows an untrusted image; an untrusted address never stands in a page. */
export function imagePath(url: string): string | undefined {
  if (/^data:/i.test(url)) return url.length <= MOST_INLINE ? url : undefined;
  return signedImagePath(url);
}
