import 'server-only';
import { type RpcPath, rpcPath } from './rpc-paths';

/** What answers a path: an RPC endpoint or a document of the API process, or the web process. */
export type Route = { owner: 'api'; rpc: RpcPath } | { owner: 'api'; document: string } | { owner: 'web' };

/** Paths for operators and programs. `service.operatorPath` answers them. */
const DOCUMENTS = new Set([
  '/health',
  '/ready',
  '/metrics',
  '/openrpc.json',
  '/client.js',
  '/client.d.ts',
  '/llms.txt',
]);

/**
 * The process that answers a path, with or without a slash at its end. Everything that takes credentials of projects
 * or operators belongs to the API process; the web process answers 404 to it, however the path is written.
 */
export function routeOf(path: string): Route {
  const rpc = rpcPath(path);
  if (rpc !== undefined) return { owner: 'api', rpc };
  const document = path.endsWith('/') ? path.slice(0, -1) : path;
  return DOCUMENTS.has(document) ? { owner: 'api', document } : { owner: 'web' };
}
