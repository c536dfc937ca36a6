import { type NextRequest, NextResponse } from 'next/server';
import { isAllowedHost, UNKNOWN_HOST } from '@/lib/server/http/allowed-hosts';
import { isInternalPage } from '@/lib/server/http/internal-page';
import { isDevelopment } from '@/lib/server/internal-env';
import { processEnv } from '@/lib/server/process-env';

/**
 * Rejects requests for unknown hosts and for Next's internal pages. Sets security headers on every page, including a content security policy (CSP
 * level 3) with a fresh nonce.
 */
export function proxy(request: NextRequest) {
  if (!isAllowedHost(request.headers.get('host') ?? undefined, processEnv()))
    return new NextResponse(UNKNOWN_HOST, { status: 421 });
  if (isInternalPage(request.nextUrl.pathname)) return new NextResponse('Not found\n', { status: 404 });
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // The policy is also set on the request, from which Next reads the nonce for its scripts.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  response.headers.set('X-Content-Type-Options', 'nosniff');
  response.headers.set('X-Frame-Options', 'DENY');
  response.headers.set('Referrer-Policy', 'no-referrer');
  response.headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  response.headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  return response;
}

/** Returns a policy that restricts all content to this origin, and scripts to those with the nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    // Virtual lists set the heights of rows in style attributes, which cannot load anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const config = {
  // Matches all pages, even prefetched ones, but not the API, files or images.
  matcher: [
    '/((?!solana(?:/|$)|evm-chain(?:/|$)|mcp(?:/|$)|health$|ready$|metrics$|openrpc\\.json$|client\\.js$|client\\.d\\.ts$|client\\.tgz$|llms\\.txt$|api/|_next/static/|favicon\\.ico$|icon\\.svg$|icon-\\d+\\.png$|sample/|picture/|media/|og/).*)',
  ],
};
