import { createHash } from 'node:crypto';

/** Creates a strong entity tag for a body (RFC 9110 §8.8.3). */
export const entityTag = (body: string | Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url')}"`;

/** Checks whether `If-None-Match` lists a tag, by weak comparison (RFC 9110 §13.1.2). */
export const isKnown = (tag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag || each.trim() === '*') ??
  false;

/**
 * Adds an ETag to a response, or replaces the response with a 304 if the caller already has this version. Buffers the
 * complete body.
 */
export async function withEntityTag(request: Request, answer: Response): Promise<Response> {
  if (answer.status !== 200 || answer.headers.get('cache-control') === 'no-store') return answer;
  const body = new Uint8Array(await answer.arrayBuffer());
  const tag = entityTag(body);
  const headers = new Headers(answer.headers);
  headers.set('ETag', tag);
  if (!isKnown(tag, request.headers.get('if-none-match') ?? undefined))
    return new Response(body, { status: 200, headers });
  headers.delete('Content-Length');
  return new Response(null, { status: 304, headers });
}
