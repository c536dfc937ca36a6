import type { Dispatcher } from 'undici';
import { EndpointFault } from '@/lib/sources/transport/upstream-errors';

/** A request to an upstream that the operator configured. */
export type UpstreamRequest = Dispatcher.RequestOptions & { origin: string };

/** Maximum number of redirects that are followed. */
const MAX_REDIRECTS = 3;

/** Redirects that keep the method and the body. */
const KEEP_METHOD = new Set([307, 308]);
/** Redirects after which a GET is a GET. */
const KEEP_GET = new Set([301, 302, 303, ...KEEP_METHOD]);

/**
 * Sends a request, and again to where the response redirects: to the same origin, or from http to https on the same
 * host, so that no other host gets the headers. A request with a body follows only redirects that keep the method.
 * @param agent a dispatcher that accepts any origin
 * @throws EndpointFault for any other redirect
 */
export async function requestUpstream(
  agent: Dispatcher,
  request: UpstreamRequest,
): Promise<Dispatcher.ResponseData> {
  const followed = request.method === 'GET' ? KEEP_GET : KEEP_METHOD;
  let { origin, path } = request;
  for (let redirects = 0; ; redirects++) {
    const response = await agent.request({ ...request, origin, path });
    const { statusCode, headers, body } = response;
    if (statusCode < 300 || statusCode >= 400) return response;
    await body.dump();
    const target = followed.has(statusCode) ? redirectTarget(origin + path, headers.location) : undefined;
    if (target === undefined || redirects === MAX_REDIRECTS)
      throw new EndpointFault(`http-${statusCode}`, 'refused');
    origin = target.origin;
    path = target.pathname + target.search;
  }
}

/** Returns the URL of a `location`; undefined if it is missing, invalid or may not be followed. */
function redirectTarget(from: string, location: string | string[] | undefined): URL | undefined {
  if (typeof location !== 'string' || !URL.canParse(location, from)) return undefined;
  const [source, target] = [new URL(from), new URL(location, from)];
  const isUpgrade =
    source.protocol === 'http:' && target.protocol === 'https:' && source.hostname === target.hostname;
  return isUpgrade || source.origin === target.origin ? target : undefined;
}
