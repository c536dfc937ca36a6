import 'server-only';
import { ImageResponse } from 'next/og';
import { cacheBytes, entryOverhead } from '@/lib/cache-sizes';
import { withEntityTag } from '@/lib/server/entity-tag';
import { refusedHost } from '@/lib/server/http/allowed-hosts';
import { pageFailure } from '@/lib/server/pages/page-look-up';
import { routeAddress } from '@/lib/server/routes/route-handlers';
import { ogFonts } from '@/lib/server/routes/share-image';
import { getService } from '@/lib/server/shared-service';
import { WORK_UNITS } from '@/lib/services/work-units';
import { TtlCache } from '@/lib/ttl-cache';

/** Content of a share image. `isWhole` is false if something could not be read; such an image is not cached. */
export type ShareImage = { card: React.ReactElement; isWhole: boolean };

const KEPT_MS = 300_000;
/** Maximum number of share images being prepared, drawn or queued. Further requests get 503. */
const MAX_WAITING = 8;

const cache = new TtlCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: cacheBytes('shareImages'),
  sizeCalculation: ({ byteLength }, name) => byteLength + entryOverhead(name),
  ttl: KEPT_MS,
});
let waiting = 0;
/** The latest queued drawing. Images are drawn one at a time, because each takes 50 to 100 ms of CPU time. */
let drawing: Promise<unknown> = Promise.resolve();

/**
 * Returns a share image of 1200 by 630 pixels, cached or newly drawn. Both count toward the visitor's rate limit; a
 * cached image costs as little as a cached response.
 * @param name cache key: images with equal names show the same content
 * @param compose reads the content of the image
 */
export async function shareImageAnswer(
  request: Request,
  name: string,
  compose: () => Promise<ShareImage>,
): Promise<Response> {
  const service = await getService();
  const otherHost = refusedHost(request, service.env);
  if (otherHost) return otherHost;
  const visitor = routeAddress(service, request.headers);
  const drawn = cache.get(name);
  try {
    await service.visitorLimiter.take(visitor, drawn ? WORK_UNITS.minimum : WORK_UNITS.shareImage);
    if (drawn) return await withEntityTag(request, png(drawn, true));
    if (waiting >= MAX_WAITING) return refusal(503, 'Too many share images are being generated; try again\n');
    const { image, isWhole } = await make(compose);
    if (isWhole) cache.set(name, image);
    return await withEntityTag(request, png(image, isWhole));
  } catch (thrown) {
    const { status, message } = pageFailure(service, thrown);
    return refusal(status, `${message}\n`);
  }
}

async function make(compose: () => Promise<ShareImage>) {
  waiting++;
  try {
    const { card, isWhole } = await compose();
    const image = drawing.then(() => draw(card));
    drawing = image.catch(() => undefined);
    return { image: await image, isWhole };
  } finally {
    waiting--;
  }
}

async function draw(card: React.ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  const image = new ImageResponse(card, { width: 1200, height: 630, fonts: ogFonts() });
  return new Uint8Array(await image.arrayBuffer());
}

const png = (image: Uint8Array<ArrayBuffer>, isWhole: boolean) =>
  new Response(image, {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': isWhole ? `public, max-age=${KEPT_MS / 1000}` : 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });

const refusal = (status: number, text: string) =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Retry-After': '2' },
  });
