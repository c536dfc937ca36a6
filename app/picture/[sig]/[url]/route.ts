import type { NextRequest } from 'next/server';
import { imageRoute } from '@/lib/server/images/image-routes';

/** Proxies an untrusted image as a small, re-encoded one. */
export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ sig: string; url: string }> },
) {
  const { sig, url } = await params;
  return imageRoute(request, sig, url);
}
