import 'server-only';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { clientAddress } from './client-address';
import { FRONT_HEADER, fromFront } from './front-header';
import { type Admission, type DoorAnswer, type DoorRequest, isAdmission, MAX_BODY_BYTES } from './rpc-door';
import type { Service } from './service';
import { getService } from './wiring';

/**
 * The same doors as route handlers, for `next start` alone or a serverless host. Next tells no peer address, so
 * behind no proxy all callers share one there; `npm start` tells it through the front.
 */
export async function machineRoute(request: Request, group: MethodGroup): Promise<Response> {
  const service = await getService();
  return answered(service, request, await service.door.machine(doorRequest(service, request, group)));
}

/** The dashboard's own door. */
export async function browserRoute(request: Request, group: MethodGroup): Promise<Response> {
  const service = await getService();
  return answered(service, request, service.door.browser(doorRequest(service, request, group)));
}

async function answered(service: Service, request: Request, met: Admission | DoorAnswer): Promise<Response> {
  const answer = isAdmission(met) ? await met.answer(await readBody(request, MAX_BODY_BYTES)) : met;
  return response(answer, service.nextRequestId());
}

/** `/health`, `/ready`, `/metrics` and `/openrpc.json`. */
export async function operatorRoute(request: Request, path: string): Promise<Response> {
  const service = await getService();
  const handler = service.operatorPath(path);
  if (!handler) return new Response(null, { status: 404 });
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const answer = await handler({ httpMethod: request.method, header, socketAddress: undefined });
  return response(answer, service.nextRequestId());
}

/** The address of a request's caller, as far as this face can know it. */
export function routeAddress(service: Service, headers: Headers): string {
  const front = fromFront(headers.get(FRONT_HEADER));
  return (
    front?.address ??
    clientAddress(undefined, headers.get('x-forwarded-for') ?? undefined, service.env.trustProxy)
  );
}

function response(answer: DoorAnswer, requestId: string): Response {
  return new Response(answer.status === 204 ? null : (answer.body as BodyInit), {
    status: answer.status,
    headers: { ...answer.headers, 'X-Request-Id': requestId },
  });
}

function doorRequest(service: Service, request: Request, group: MethodGroup): DoorRequest {
  return {
    group,
    httpMethod: request.method,
    query: new URL(request.url).search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    address: routeAddress(service, request.headers),
    onGone: (abort) => request.signal.addEventListener('abort', abort, { once: true }),
  };
}

/** Next would read 400 MB into memory: the stream is read here, and left at the limit. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length')) > limit) return undefined;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
