import 'server-only';
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
