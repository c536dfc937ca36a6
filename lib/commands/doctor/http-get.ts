import { readBoundedBody } from '@/lib/sources/bounded-body';
import { guardedAgent } from '@/lib/sources/guarded-pool';
import { requestUpstream } from '@/lib/sources/transport/request-upstream';
import { EndpointFault } from '@/lib/sources/transport/upstream-errors';
import { basicAuthorization } from '@/lib/sources/url-credentials';

/** Maximum size of a response, in bytes. */
const MAX_BYTES = 64 * 1024;

/**
 * Fetches a short text from a URL that the operator has set.
 * @throws EndpointFault for a status other than 200, BodyError, undici's errors
 */
export async function getText(text: string, signal: AbortSignal): Promise<string> {
  const url = new URL(text);
  const agent = guardedAgent({ connections: 1 });
  const authorization = basicAuthorization(url);
  try {
    const { statusCode, headers, body } = await requestUpstream(agent, {
      origin: url.origin,
      method: 'GET',
      path: url.pathname + url.search,
      headers: { 'accept-encoding': 'gzip', ...(authorization !== undefined && { authorization }) },
      signal,
    });
    const bytes = await readBoundedBody(body, headers['content-encoding'], MAX_BYTES);
    if (statusCode !== 200) throw new EndpointFault(`http-${statusCode}`, 'refused');
    return bytes.toString('utf8').trim();
  } finally {
    await agent.destroy();
  }
}
