import { type NextRequest, NextResponse } from 'next/server';
import { recognise } from '@/lib/dashboard/search/recognise';

/** Where the search box leads without script. */
export function GET(request: NextRequest) {
  const text = request.nextUrl.searchParams.get('q') ?? '';
  const found = recognise(text.slice(0, 4096));
  // By code points: half of a surrogate pair cannot be encoded.
  const target = found?.ok ? found.href : `/?q=${encodeURIComponent([...text].slice(0, 200).join(''))}`;
  // Relative, so that it holds behind any proxy.
  return new NextResponse(null, { status: 303, headers: { Location: target } });
}
