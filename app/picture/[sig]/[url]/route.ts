import type { NextRequest } from 'next/server';
import { pictureRoute } from '@/lib/server/images/image-routes';

/** A stranger's picture, made small and harmless. */
export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ sig: string; url: string }> },
) {
  const { sig, url } = await params;
  return pictureRoute(request, sig, url);
}
