import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOwnHost, NOT_OUR_HOST, type OwnHosts } from '@/lib/server/http/own-hosts';

/** Names that are not ours, methods that Next's router has no answer for, and paths that it cannot decode. */
export function refusedPage(
  request: IncomingMessage,
  path: string,
  hosts: OwnHosts,
): [status: number, text: string, headers?: Record<string, string>] | undefined {
  // RFC 9112 §3.2: a proxy in front may have gone by the other one.
  if ((request.headersDistinct.host?.length ?? 0) > 1) return [400, 'There are two Host headers\n'];
  if (!isOwnHost(request.headers.host, hosts)) return [421, NOT_OUR_HOST];
  if (!PAGE_METHODS.has(request.method ?? '')) return [405, `${request.method} is not served here\n`];
  if (!path.startsWith('/')) return [404, 'Not found\n'];
  if (!READ_METHODS.has(request.method ?? '') && path !== '/find' && !path.startsWith('/api/'))
    return [405, `A page is read with GET, not ${request.method}\n`, { Allow: 'GET, HEAD' }];
  if (!isDecodable(path)) return [400, 'The path cannot be decoded\n'];
  return undefined;
}

const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/**
 * What pages and pictures are asked with. Next takes any other method for a page's own, decodes forms for Server
 * Actions, of which there are none, and writes what it does not find to stderr, past our log.
 */
const READ_METHODS = new Set(['GET', 'HEAD']);

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** What the way of pages answers where neither the proxy nor a route says it: prefetched pages, 404s, refusals. */
const STRICT_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};

/** The defaults are put in last: Next adds a route's header to one that is there, and two policies would both hold. */
export function beStrictByDefault(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => ServerResponse;
  response.writeHead = (...all: unknown[]) => {
    for (const [name, value] of Object.entries(STRICT_HEADERS))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    return writeHead(...all);
  };
}

/** Next writes each header of a route's answer as a list of one, and its own compression reads no list. */
export function letRoutesBeCompressed(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, Array.isArray(value) && value.length === 1 ? value[0] : value);
}
