import 'server-only';
import type { ImageFault } from '@/lib/image-fault';
import { taggedAnswer } from '@/lib/server/entity-tag';
import { refusedHost } from '@/lib/server/http/own-hosts';
import { routeAddress } from '@/lib/server/http/route-handlers';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { answerImage, answerMedia } from './image-endpoints';

/** `/picture/SIGNATURE/URL?w=WIDTH` as a route handler. */
export async function imageRoute(request: Request, signature: string, encoded: string): Promise<Response> {
  const { service, refused } = await admit(request);
  if (refused) return refused;
  if (!service.images) return new Response(null, { status: 404 });
  const width = new URL(request.url).searchParams.get('w');
  const viewer = { name: routeAddress(service, request.headers), signal: request.signal };
  const answer = await answerImage(service.imageLinks, service.images, signature, encoded, width, viewer);
  return taggedAnswer(request, answer);
}

/** `/media/SIGNATURE/URL` as a route handler. */
export async function mediaRoute(request: Request, signature: string, encoded: string): Promise<Response> {
  const { service, refused } = await admit(request);
  if (refused) return refused;
  if (!service.images) return new Response(null, { status: 404 });
  const viewer = { name: routeAddress(service, request.headers), signal: request.signal };
  const range = request.headers.get('range');
  const answer = await answerMedia(service.imageLinks, service.images, signature, encoded, range, viewer);
  if (request.method !== 'HEAD') return answer;
  await answer.body?.cancel();
  return new Response(null, { status: answer.status, headers: answer.headers });
}

/** A visitor pays one work unit an image; another site's page, which would make us its image host, gets none. */
async function admit(request: Request) {
  const service = await getService();
  const otherHost = refusedHost(request, service.env);
  if (otherHost) return { service, refused: otherHost };
  if (request.headers.get('sec-fetch-site') === 'cross-site') {
    return { service, refused: new Response(null, { status: 403 }) };
  }
  try {
    await service.visitorLimiter.take(routeAddress(service, request.headers), WORK_UNITS.image);
  } catch {
    return {
      service,
      refused: new Response(null, {
        status: 429,
        headers: { 'Retry-After': '2', 'X-Picture-Error': 'rate-limited' satisfies ImageFault },
      }),
    };
  }
  return { service, refused: undefined };
}
