import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { MethodGroup } from '@/lib/rpc/define-method';

/** An RPC path: its method group or `mcp`, and the chain id if the path has one. */
export type RpcPath = { group: MethodGroup | 'mcp'; chainId?: string };

/** Paths for operators and programs, served by `service.operatorPaths`. */
const DOCUMENTS = [
  '/health',
  '/ready',
  '/metrics',
  '/openrpc.json',
  '/client.js',
  '/client.d.ts',
  '/client.tgz',
  '/llms.txt',
] as const;
export type DocumentPath = (typeof DOCUMENTS)[number];

/** The handler of a path: an RPC endpoint or a document of the API process; without either, the web process. */
export type Route = { rpc?: RpcPath; document?: DocumentPath };

const API_ROUTES = new Map<string, Route>([
  ['/solana', { rpc: { group: 'solana' } }],
  ['/solana/rpc', { rpc: { group: 'solana' } }],
  ['/mcp', { rpc: { group: 'mcp' } }],
  ['/evm-chain', { rpc: { group: 'evm-chain' } }],
  ...DOCUMENTS.map((document): [string, Route] => [document, { document }]),
]);

/**
 * Returns the route of a path, with or without a trailing slash. The API process serves everything that needs
 * credentials of projects or operators; the web process returns 404 for all spellings of these paths.
 */
export function routeOf(path: string): Route {
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const known = API_ROUTES.get(trimmed);
  if (known !== undefined) return known;
  const chainId = /^\/solana\/(\d+)$/.exec(trimmed)?.[1];
  return chainId === undefined ? {} : { rpc: { group: 'solana', chainId } };
}

/**
 * Normalizes a request target in absolute form, as sent by proxies: its authority replaces `Host` (RFC 9112 §3.2.2).
 * @returns false if the target has no host, if it contains credentials (RFC 9110 §4.2.4) or a fragment (RFC 9112
 * §3.2), or if an HTTP/1.1 request has no `Host`
 */
export function readTarget(request: IncomingMessage): boolean {
  const { url = '/' } = request;
  if (request.headers.host === undefined && request.httpVersion === '1.1') return false;
  if (url.includes('#')) return false;
  if (url.startsWith('/')) return true;
  const scheme = /^https?:\/\//i.exec(url)?.[0];
  if (scheme === undefined) return true; // `*` or another target without a leading slash. Neither is served.
  const target = url.slice(scheme.length);
  const end = target.search(/[/?#]/);
  const authority = end < 0 ? target : target.slice(0, end);
  if (authority === '' || authority.includes('@')) return false;
  const rest = target.slice(authority.length);
  request.headers.host = authority;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return true;
}

/** Returns the path of a URL. Treats `//solana` (from a base URL with a trailing slash) as `/solana`. */
export function pathOf(url: string): string {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  return path.startsWith('//') ? path.replace(/^\/{2,}/, '/') : path;
}
