import type { RequestScope } from '@/lib/promises/request-scope';
import { HttpEndpoint } from '@/lib/sources/transport/http-endpoint';
import { type EndpointRequest, getRequest, singleRequest } from '@/lib/sources/transport/rpc-request';
import type { CallParams } from '@/lib/sources/transport/transport-type';
import { EndpointFault } from '@/lib/sources/transport/upstream-errors';
import type { Check, Finding } from './check';

/** Maximum number of simultaneous calls. */
const CONCURRENT_CALLS = 10;
/** Timeout of one call, in ms. */
const CALL_MS = 10_000;

/** An endpoint that is called without retries. */
export type Endpoint = ReturnType<typeof openEndpoint>;

/** Opens an endpoint with the transport of the service: bounded bytes, time and connections. */
function openEndpoint(url: string) {
  const endpoint = new HttpEndpoint({
    url,
    label: 'doctor',
    concurrency: CONCURRENT_CALLS,
    timeoutMs: CALL_MS,
    maxBytes: 4 * 1024 * 1024,
  });
  const send = async (request: EndpointRequest, scope: RequestScope) => {
    const answer = await endpoint.call(request, scope, false);
    if (answer === undefined) throw new EndpointFault('http-429', 'limited');
    return answer.result;
  };
  return {
    /** @throws UpstreamCallError, EndpointFault */
    call: (method: string, params: CallParams, scope: RequestScope): Promise<unknown> =>
      send(singleRequest(method, params), scope),
    /**
     * Returns the text at a path below the endpoint's URL.
     * @throws EndpointFault, also for a status other than 200
     */
    async get(path: string, scope: RequestScope): Promise<string> {
      const text = (await send(getRequest('get', path, String), scope)) as string;
      return text.trim();
    },
    close: () => endpoint.close(),
  };
}

/**
 * Creates the check of an endpoint.
 * @param kind kind of endpoint, such as `Solana 101`; the check's name is the kind and the URL's host
 */
export const endpointCheck = (
  kind: string,
  url: string,
  otherwise: Check['otherwise'],
  check: (endpoint: Endpoint, scope: RequestScope) => Promise<Finding>,
): Check => ({
  what: `${kind} ${new URL(url).host}`,
  otherwise,
  async run(scope) {
    const endpoint = openEndpoint(url);
    try {
      return await check(endpoint, scope);
    } finally {
      await endpoint.close();
    }
  },
});

/** Runs `work` and measures its duration in ms. */
export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: Math.round(performance.now() - startedAt) };
}
