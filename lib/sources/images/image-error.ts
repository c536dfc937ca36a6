import type { FetchFault, ImageFault } from '@/lib/image-fault';

/** Thrown if an image cannot be shown. `reason` is a stable code; `message` is shown in the placeholder. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  constructor(
    readonly status: 404 | 413 | 415 | 502 | 503 | 504,
    readonly reason: ImageFault,
    message: string,
  ) {
    super(message);
  }
}

/** Converts an error of a guarded fetch to the error shown to the viewer. */
export function asImageError(cause: unknown): ImageError {
  if (cause instanceof ImageError) return cause;
  const reason = (cause as { reason?: FetchFault } | undefined)?.reason ?? 'unreachable';
  if (reason === 'http-404' || reason === 'http-410')
    return new ImageError(404, 'not-found', 'The image no longer exists');
  if (reason === 'no-room') return new ImageError(503, 'busy', 'Too many files are being fetched; try again');
  if (reason === 'too-large') return new ImageError(413, 'too-large', 'The image is too large');
  if (reason === 'timeout' || reason === 'aborted')
    return new ImageError(504, 'timeout', 'The host did not respond in time');
  if (/not-allowed|invalid|credentials/.test(reason))
    return new ImageError(415, reason, 'This image URL is invalid or not allowed');
  return new ImageError(502, reason, 'The host did not return the image');
}
