import * as z from 'zod/mini';
import { utf8Text } from '@/lib/json/utf8-text';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import { Semaphore } from '@/lib/promises/semaphore';
import { readBoundedBody } from '@/lib/sources/bounded-body';
import { guardedAgent } from '@/lib/sources/guarded-pool';
import type { UpstreamCall } from '@/lib/sources/transport/http-endpoint';
import { failureOfStatus } from '@/lib/sources/transport/http-headers';
import { requestUpstream } from '@/lib/sources/transport/request-upstream';
import { EndpointFault } from '@/lib/sources/transport/upstream-errors';
import { basicAuthorization } from '@/lib/sources/url-credentials';
import type { StartSpan } from '@/lib/trace/span';
import { endUpstreamSpan, startUpstreamSpan, upstreamHeaders } from '@/lib/trace/upstream-span';

/** The fields used of a page of transactions. Inputs are decoded later, because most do not spend from the address. */
const EsploraPage = z.array(
  z.object({
    txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    vin: z.array(z.unknown()),
    status: z.object({ confirmed: z.boolean() }),
  }),
);
type EsploraPage = z.output<typeof EsploraPage>;

/** A server of the Esplora API (github.com/Blockstream/esplora). */
export type EsploraServer = {
  /** Host name without credentials and path, shown to the user before the server is queried. */
  host: string;
  /**
   * Reads a page of an address's transactions, newest first: the latest ones, or the confirmed ones that follow the
   * transaction `after`.
   * @throws Error if there was no usable response or the signal was aborted
   */
  readPage: (address: string, after: string | undefined, scope: RequestScope) => Promise<EsploraPage>;
  close: () => Promise<void>;
};

export type EsploraServerOptions = {
  /** Base URL of the API, such as `https://blockstream.info/api`. */
  url: string;
  /** Server name used in metrics. */
  label: string;
  /** Timeout of one request, from sending to the last byte. Default 5 s. */
  timeoutMs?: number;
  /** Maximum size of a response in bytes, both as sent and after decompression. Default 4 MiB. */
  maxBytes?: number;
  onCall?: (call: UpstreamCall) => void;
  startSpan?: StartSpan | undefined;
};

/** Name of the call in metrics and traces. */
const METHOD = 'address-txs';
/** Maximum number of requests in flight. Public servers reject more. */
const CONNECTIONS = 4;

/**
 * Creates an Esplora server reached over HTTP. The URL is trusted, because the operator sets it; the responses are not.
 */
export function httpEsploraServer(options: EsploraServerOptions): EsploraServer {
  const { label, timeoutMs = 5_000, maxBytes = 4 * 1024 * 1024, onCall, startSpan } = options;
  const url = new URL(options.url);
  const base = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname;
  const headers = headersFor(url);
  const places = new Semaphore(CONNECTIONS);
  const agent = guardedAgent({ connections: CONNECTIONS, pipelining: 1 });

  async function exchange(path: string, { signal }: RequestScope, traced?: Record<string, string>) {
    const answer = await requestUpstream(agent, {
      origin: url.origin,
      method: 'GET',
      path: base + path + url.search,
      headers: { ...headers, ...traced },
      signal,
    });
    const bytes = await readBoundedBody(answer.body, answer.headers['content-encoding'], maxBytes);
    const failure = failureOfStatus(answer.statusCode, answer.headers['retry-after']);
    if (failure !== undefined) throw failure;
    if (answer.statusCode !== 200) throw new EndpointFault(`http-${answer.statusCode}`, 'refused');
    return EsploraPage.parse(JSON.parse(utf8Text(bytes)));
  }

  return {
    host: url.host,
    async readPage(address, after, scope) {
      const release = await places.acquire(scope.signal);
      const attempt = childScope(scope, { timeoutMs });
      const started = performance.now();
      const span = startUpstreamSpan(startSpan, scope.trace, label, METHOD);
      let outcome = 'ok';
      try {
        const path = `/address/${address}/txs${after === undefined ? '' : `/chain/${after}`}`;
        return await exchange(path, attempt.scope, upstreamHeaders(scope.trace, span));
      } catch (thrown) {
        if (scope.signal.aborted) outcome = 'aborted';
        else if (attempt.scope.signal.aborted) outcome = 'timeout';
        else outcome = thrown instanceof EndpointFault ? thrown.outcome : 'failed';
        throw thrown;
      } finally {
        attempt.clear();
        release();
        endUpstreamSpan(span, outcome);
        onCall?.({ endpoint: label, method: METHOD, outcome, ms: performance.now() - started });
      }
    },
    close: () => agent.destroy(),
  };
}

function headersFor(url: URL): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': 'gzip' };
  const authorization = basicAuthorization(url);
  if (authorization !== undefined) headers.authorization = authorization;
  return headers;
}
