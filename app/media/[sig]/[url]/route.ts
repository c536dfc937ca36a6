import type { NextRequest } from 'next/server';
import { mediaRoute } from '@/lib/server/images/image-routes';

/** Proxies an untrusted video or sound of at most 50 MB; supports ranges. */
export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ sig: string; url: string }> },
) {
  const { sig, url } = await params;
  return mediaRoute(request, sig, url);
}
