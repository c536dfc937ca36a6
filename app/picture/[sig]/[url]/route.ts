import type { NextRequest } from 'next/server';
import { imageRoute } from '@/lib/server/images/image-routes';

/** An untrusted image, made small and harmless. */
export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ sig: string; url: string }> },
) {
  const { sig, url } = await params;
  return imageRoute(request, sig, url);
}
