import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { constantTimeEqual } from '@/lib/constant-time-equal';
import type { ImageFault } from '@/lib/image-fault';
import { sampleImagePath } from '@/lib/solana/sample-addresses';
import type { ImageError } from '@/lib/sources/images/image-error';
import type { Images } from '@/lib/sources/images/images';
import { IMAGE_WIDTHS, type ImageWidth, type Viewer } from '@/lib/sources/images/thumbnails';

/**
 * Creates signed links to untrusted images that lookups have returned. The routes fetch only URLs that this service
 * has signed. So they are not an open proxy, and no list of URLs has to be stored.
 * @param secret secret shared by all instances of the service
 */
export function createImageLinks(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'satchel pictures', 32));
  const sign = (kind: LinkKind, url: string) =>
    createHmac('sha256', key).update(`${kind}\n${url}`).digest('base64url').slice(0, 22);
  const path = (route: 'picture' | 'media', kind: LinkKind, url: string) =>
    `/${route}/${sign(kind, url)}/${Buffer.from(url).toString('base64url')}`;
  return {
    /**
     * Returns the path of an image; `?w=` sets a width. For images of the sample network, returns
     * the path of a built-in file.
     */
    image: (url: string): string => sampleImagePath(url) ?? path('picture', 'picture', url),
    /** Returns the path of the image that a document names; `?w=` sets a width. The URI is as on chain. */
    documentImage: (uri: string): string =>
      // A longer URI would not fit in a request; the route answers for an empty one that it cannot be used.
      path('picture', 'document', uri.length > MAX_LINKED_URI ? '' : uri),
    /** Returns the path of a video or audio file. */
    media: (url: string): string => path('media', 'media', url),
    /** Returns the URL in a path; undefined if the signature is invalid. */
    open(kind: LinkKind, signature: string, encoded: string): string | undefined {
      const url = Buffer.from(encoded, 'base64url').toString();
      return constantTimeEqual(signature, sign(kind, url)) ? url : undefined;
    },
  };
}

/** What a link leads to: an image, a document that names an image, or a video or audio file. */
type LinkKind = 'picture' | 'document' | 'media';

/** Maximum length of a document's URI in a link, in characters. Only `data:` URIs are longer. */
const MAX_LINKED_URI = 4_096;

/** The links and images of the service, and who asks for one. */
export type ImageParts = { links: ReturnType<typeof createImageLinks>; images: Images; viewer: Viewer };

/** Headers for all untrusted content. They prevent scripts and type sniffing. */
const UNTRUSTED_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** Handles `/picture/SIGNATURE/URL?w=WIDTH`. The URL is that of an image, or of a document that names an image. */
export async function answerImage(
  { links, images, viewer }: ImageParts,
  signature: string,
  encoded: string,
  width: string | null,
): Promise<Response> {
  const linked = links.open('picture', signature, encoded);
  const uri = linked === undefined ? links.open('document', signature, encoded) : undefined;
  if (linked === undefined && uri === undefined)
    return refuse(404, 'not-named', 'This image URL was not issued by this service');
  const requested = Number(width ?? 256);
  const known = IMAGE_WIDTHS.find((one) => one === requested);
  if (known === undefined) return refuse(404, 'width', `w must be one of ${IMAGE_WIDTHS.join(', ')}`);
  try {
    const url = linked ?? (await images.imageOfDocument(uri ?? '', viewer.signal));
    const own = sampleImagePath(url);
    if (own !== undefined)
      return new Response(null, {
        status: 302,
        headers: { Location: own, 'Cache-Control': 'private, max-age=86400' },
      });
    const { contentType, body } = await images.image(url, known satisfies ImageWidth, viewer);
    return new Response(body as BodyInit, {
      headers: {
        ...UNTRUSTED_HEADERS,
        'Content-Type': contentType,
        'Content-Length': String(body.length),
        'Content-Disposition': 'inline',
        'Cache-Control': 'private, max-age=86400',
      },
    });
  } catch (error) {
    return refuseFor(error);
  }
}

/** Handles `/media/SIGNATURE/URL`. Forwards ranges (RFC 9110 §14) to the host. */
export async function answerMedia(
  { links, images, viewer }: ImageParts,
  signature: string,
  encoded: string,
  range: string | null,
): Promise<Response> {
  const url = links.open('media', signature, encoded);
  if (url === undefined) return refuse(404, 'not-named', 'This media URL was not issued by this service');
  try {
    const { status, headers, body } = await images.media(url, range, viewer);
    return new Response(body, {
      status,
      headers: {
        ...UNTRUSTED_HEADERS,
        ...headers,
        'Cache-Control': 'private, max-age=3600',
      },
    });
  } catch (error) {
    return refuseFor(error);
  }
}

function refuseFor(error: unknown): Response {
  const { name, status, reason, message } = error as ImageError;
  return name === 'ImageError'
    ? refuse(status, reason, message)
    : refuse(502, 'failed', 'The image could not be decoded');
}

function refuse(status: number, reason: ImageFault, message: string): Response {
  return Response.json(
    { reason, message },
    {
      status,
      headers: { ...UNTRUSTED_HEADERS, 'X-Picture-Error': reason, 'Cache-Control': 'private, max-age=30' },
    },
  );
}
