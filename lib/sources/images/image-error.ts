import type { FetchFault, ImageFault } from '@/lib/image-fault';

/** Why there is no image: `reason` is a stable word, `message` for the placeholder. */
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

/** What a guarded fetch threw, as the error a viewer is shown. */
export function asImageError(cause: unknown): ImageError {
  if (cause instanceof ImageError) return cause;
  const reason = (cause as { reason?: FetchFault } | undefined)?.reason ?? 'unreachable';
  if (reason === 'http-404' || reason === 'http-410')
    return new ImageError(404, 'not-found', 'The picture is no longer there');
  if (reason === 'no-room')
    return new ImageError(503, 'busy', 'Too much is being fetched at the moment; try again');
  if (reason === 'too-large') return new ImageError(413, 'too-large', 'The picture is too large');
  if (reason === 'timeout' || reason === 'aborted')
    return new ImageError(504, 'timeout', 'The host took too long');
  if (/not-allowed|invalid|credentials/.test(reason))
    return new ImageError(415, reason, 'This address is not fetched');
  return new ImageError(502, reason, 'The host did not give the picture');
}
