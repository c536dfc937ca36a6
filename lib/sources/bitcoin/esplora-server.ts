import * as z from 'zod/mini';
import { utf8Text } from '@/lib/json/json-text';
import type { RequestScope } from '@/lib/promises/request-scope';
import { type EndpointOptions, HttpEndpoint } from '@/lib/sources/transport/http-endpoint';
import { getRequest } from '@/lib/sources/transport/rpc-request';
import { EndpointFault } from '@/lib/sources/transport/upstream-errors';

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

/** `url` is the base URL of the API, such as `https://blockstream.info/api`. Default: 5 s and 4 MiB for a response. */
type EsploraServerOptions = Pick<EndpointOptions, 'url' | 'label' | 'onCall' | 'startSpan'> &
  Partial<Pick<EndpointOptions, 'timeoutMs' | 'maxBytes'>>;

/** Maximum number of requests in flight. Public servers reject more. */
const CONNECTIONS = 4;

/** Creates an Esplora server reached over HTTP. */
export function httpEsploraServer(options: EsploraServerOptions): EsploraServer {
  const { url, timeoutMs = 5_000, maxBytes = 4 * 1024 * 1024 } = options;
  const endpoint = new HttpEndpoint({ ...options, concurrency: CONNECTIONS, timeoutMs, maxBytes });
  return {
    host: new URL(url).host,
    async readPage(address, after, scope) {
      const path = `/address/${address}/txs${after === undefined ? '' : `/chain/${after}`}`;
      const request = getRequest('address-txs', path, (bytes) =>
        EsploraPage.parse(JSON.parse(utf8Text(bytes))),
      );
      const read = await endpoint.call(request, scope, true);
      if (read !== undefined) return read.result as EsploraPage;
      const rateLimitMs = endpoint.rateLimitMs();
      throw rateLimitMs > 0
        ? new EndpointFault('http-429', 'limited', rateLimitMs)
        : new EndpointFault('paused', 'transient');
    },
    close: () => endpoint.close(),
  };
}
