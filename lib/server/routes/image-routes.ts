import 'server-only';
import type { ImageFault } from '@/lib/image-fault';
import { withEntityTag } from '@/lib/server/entity-tag';
import { refusedHost } from '@/lib/server/http/allowed-hosts';
import { answerImage, answerMedia, type ImageParts } from '@/lib/server/images/image-endpoints';
import { routeAddress } from '@/lib/server/routes/route-handlers';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';

type Context = { params: Promise<{ sig: string; url: string }> };

/** Route handler for `/picture/SIGNATURE/URL?w=WIDTH`. Serves an untrusted image as a re-encoded thumbnail. */
export const pictureRoute = imageRoute(async (request, parts, sig, url) => {
  const width = new URL(request.url).searchParams.get('w');
  return withEntityTag(request, await answerImage(parts, sig, url, width));
});

/**
 * Route handler for `/media/SIGNATURE/URL`. Passes an untrusted video or audio file of up to 50 MB through, with range requests.
 */
export const mediaRoute = imageRoute(async (request, parts, sig, url) => {
  const answer = await answerMedia(parts, sig, url, request.headers.get('range'));
  if (request.method !== 'HEAD') return answer;
  await answer.body?.cancel();
  return new Response(null, { status: answer.status, headers: answer.headers });
});

/**
 * Creates a route handler. Charges one work unit for a request and rejects requests from pages of other sites
 * (hotlinking).
 */
function imageRoute(
  answer: (request: Request, parts: ImageParts, sig: string, url: string) => Promise<Response>,
) {
  return async (request: Request, { params }: Context): Promise<Response> => {
    const service = await getService();
    const refused = (status: number, headers: Record<string, string> = {}) =>
      new Response(null, { status, headers });
    const otherHost = refusedHost(request, service.env);
    if (otherHost) return otherHost;
    if (request.headers.get('sec-fetch-site') === 'cross-site') return refused(403);
    const address = routeAddress(service, request.headers);
    try {
      await service.visitorLimiter.take(address, WORK_UNITS.image);
    } catch {
      return refused(429, {
        'Retry-After': '2',
        'X-Picture-Error': 'rate-limited' satisfies ImageFault,
      });
    }
    const { images, imageLinks: links } = service;
    if (!images) return refused(404);
    const { sig, url } = await params;
    return answer(request, { links, images, viewer: { name: address, signal: request.signal } }, sig, url);
  };
}
