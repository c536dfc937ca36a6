import 'server-only';
import { asOnePiece } from '@/lib/json/json-text';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { refusedHost } from '@/lib/server/http/allowed-hosts';
import { clientAddress } from '@/lib/server/http/client-address';
import { CALLER_HEADER, readCaller } from '@/lib/server/http/forwarded-headers';
import type { DocumentPath, RpcPath } from '@/lib/server/http/routes';
import { type HttpResponse, MAX_BODY_BYTES, type RpcHttpRequest } from '@/lib/server/http/rpc-request';
import type { Service } from '@/lib/server/service';
import { getService } from '@/lib/server/shared-service';

/**
 * Returns the exports of a route that answers every HTTP method, because the contract defines the response to each.
 * @param answer a route handler of Next, which gets the request and the path's parameters
 */
export const everyMethod = <Context>(answer: (request: Request, context: Context) => Promise<Response>) => ({
  DELETE: answer,
  GET: answer,
  HEAD: answer,
  OPTIONS: answer,
  PATCH: answer,
  POST: answer,
  PUT: answer,
});

/**
 * Answers a program's request to an RPC path with the endpoint that the API process uses. Next does not expose the
 * peer's address, so without a proxy all callers share one address.
 */
export async function answerProgram(request: Request, rpc: RpcPath): Promise<Response> {
  const service = await getService();
  return isForwarded(service) ? notFound() : answerRoute(service, service.rpc.forProjects, request, rpc);
}

/** Answers a request for a document or for the state of the service. */
export async function answerDocument(request: Request, path: DocumentPath): Promise<Response> {
  const service = await getService();
  if (isForwarded(service)) return notFound();
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const operatorRequest = { httpMethod: request.method, header, socketAddress: undefined };
  return response(await service.operatorPaths[path](operatorRequest), service.nextRequestId());
}

/**
 * Whether requests come from an API process, which serves the paths of programs itself. They arrive here only in
 * unusual spellings, which must not bypass it.
 */
const isForwarded = ({ forwarderSecret }: Service) => forwarderSecret !== undefined;

const notFound = () => new Response(null, { status: 404 });

/** Route handler for the dashboard's endpoint. */
export async function dashboardRoute(request: Request, group: MethodGroup): Promise<Response> {
  const service = await getService();
  const otherHost = refusedHost(request, service.env);
  if (otherHost) return otherHost;
  return answerRoute(service, service.rpc.forDashboard, request, { group });
}

async function answerRoute(
  service: Service,
  endpoint: Service['rpc']['forProjects'],
  request: Request,
  rpc: RpcPath,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = forwardedCaller(service, request.headers)?.requestId ?? service.nextRequestId();
  const answer = await endpoint(routeRpcRequest(service, request, rpc));
  const traceparent = request.headers.get('traceparent') ?? undefined;
  const address = () => routeAddress(service, request.headers);
  service.logRequest({ requestId, route: rpc.group, startedAt, traceparent, address }, answer);
  return response({ ...answer, body: asOnePiece(answer.body) }, requestId);
}

const forwardedCaller = (service: Service, headers: Headers) =>
  readCaller(headers.get(CALLER_HEADER), service.forwarderSecret);

/** Returns the caller's address as forwarded by the API process, or else from `X-Forwarded-For`. */
export function routeAddress(service: Service, headers: Headers): string {
  return (
    forwardedCaller(service, headers)?.address ??
    clientAddress(undefined, headers.get('x-forwarded-for') ?? undefined, service.env.trustProxy)
  );
}

function response(
  { status, headers, body }: Pick<HttpResponse, 'status' | 'headers'> & { body: string | Uint8Array },
  requestId: string,
): Response {
  return new Response(status === 204 || status === 304 ? null : (body as BodyInit), {
    status,
    headers: { ...headers, 'X-Request-Id': requestId },
  });
}

function routeRpcRequest(service: Service, request: Request, { group, chainId }: RpcPath): RpcHttpRequest {
  return {
    group,
    pathChainId: chainId,
    httpMethod: request.method,
    query: new URL(request.url).search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    address: () => routeAddress(service, request.headers),
    // Treat an aborted body as an empty one, which is rejected because it is not JSON.
    readBody: async () =>
      (await readRouteBody(request, MAX_BODY_BYTES).catch(() => new Uint8Array())) ?? 'too-large',
    onDisconnect: (listener) => {
      if (request.signal.aborted) return listener();
      request.signal.addEventListener('abort', listener, { once: true });
    },
  };
}

/**
 * Reads a request's body. Returns undefined if it exceeds `maxBytes`. Cancels the stream at the limit, because Next
 * would buffer up to 400 MB.
 */
export async function readRouteBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length')) > maxBytes) return undefined;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
