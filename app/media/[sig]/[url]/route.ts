import type { NextRequest } from 'next/server';
import { mediaRoute } from '@/lib/server/images/image-routes';

/** An untrusted video or sound, at most 50 MB, ranges too. */
export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ sig: string; url: string }> },
) {
  const { sig, url } = await params;
  return mediaRoute(request, sig, url);
}
