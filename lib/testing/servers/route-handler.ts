import { existsSync } from 'node:fs';
import { join } from 'node:path';

type Handler = (request: Request, context: { params: Promise<{ chainId?: string }> }) => Promise<Response>;

const FOLDERS = ['app/(rpc)', 'app/(documents)'];

/** Passes a request to the route handler of its path, as Next does; returns 404 for a path without a route handler. */
export async function sendToRoute(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/\/$/, '');
  const own = FOLDERS.map((folder) => join(folder, path, 'route.ts')).find((file) => existsSync(file));
  const chainId = own === undefined ? /^\/solana\/([^/]+)$/.exec(path)?.[1] : undefined;
  const file = own ?? (chainId === undefined ? undefined : 'app/(rpc)/solana/[chainId]/route.ts');
  if (file === undefined) return new Response(null, { status: 404 });
  const handlers: Record<string, Handler> = await import(join(process.cwd(), file));
  const handler = handlers[request.method];
  if (handler === undefined) throw new Error(`${file} does not export ${request.method}`);
  return handler(request, { params: Promise.resolve(chainId === undefined ? {} : { chainId }) });
}
