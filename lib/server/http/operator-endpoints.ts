import 'server-only';
import { constantTimeEqual } from '@/lib/constant-time-equal';
import { writeJson } from '@/lib/json/exact-write';
import { once } from '@/lib/promises/once';
import type { ServedDocument } from '@/lib/rpc/document/served-documents';
import { entityTag, isKnown } from '@/lib/server/entity-tag';
import type { TokenListState } from '@/lib/solana/token-list';
import manifest from '../../../package.json';
import type { StoreState } from '../telemetry/store-state';
import { type AllowedHosts, isAllowedHost } from './allowed-hosts';
import type { DocumentPath } from './routes';

/** A request for an operator endpoint (`/health`, `/ready`, `/metrics`) or a public document. */
type OperatorRequest = {
  httpMethod: string;
  header: (name: string) => string | undefined;
  /** The peer of the connection; undefined if unknown. */
  socketAddress: string | undefined;
};

type OperatorAnswer = { status: number; headers: Record<string, string>; body: string | Uint8Array };

/** State of the dashboard in `/ready`; also `ok` if this process itself serves the dashboard. */
export type DashboardState = 'ok' | 'starting' | 'unavailable' | 'off';

export type OperatorDeps = {
  env: AllowedHosts & { dashboard: boolean; metricsToken?: string | undefined; trustProxy: number };
  isShuttingDown: () => boolean;
  storeState: () => Promise<StoreState>;
  /** The web process that this process starts, if any. */
  webProcess?: { readonly state: DashboardState } | undefined;
  /** State of each chain's upstream, by network and chain, without addresses: `ok`, `failing`, `unused` or `embedded`. */
  upstreams: () => Record<string, Record<string, string>>;
  /** Commitment of the reads of each Solana chain. */
  commitments: () => Record<number, string>;
  /** State of the Solana token list in use. */
  tokenListState: () => TokenListState;
  redis: { readonly status: string } | undefined;
  /** Returns the metrics in the Prometheus text format. */
  metrics: () => Promise<string>;
  documents: Record<Exclude<DocumentPath, '/health' | '/ready' | '/metrics'>, ServedDocument>;
};

type OperatorHandler = (request: OperatorRequest) => Promise<OperatorAnswer>;

const json = (status: number, value: unknown, headers: Record<string, string> = {}): OperatorAnswer => ({
  status,
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  },
  body: `${writeJson(value)}\n`,
});

/** Creates the handlers of operator endpoints and public documents by path, with access control (contract §2). */
export function createOperatorPaths(deps: OperatorDeps): Record<DocumentPath, OperatorHandler> {
  const { env, redis, webProcess } = deps;
  const get =
    (handler: OperatorHandler): OperatorHandler =>
    async (request) =>
      request.httpMethod === 'GET' || request.httpMethod === 'HEAD'
        ? handler(request)
        : json(
            405,
            { error: `${request.httpMethod} is not supported here; send GET` },
            { Allow: 'GET, HEAD' },
          );

  return {
    '/health': get(async () => json(200, { status: 'alive', version: manifest.version })),

    '/ready': get(async () => {
      const store = await deps.storeState();
      const shuttingDown = deps.isShuttingDown();
      const ready = store !== 'unavailable' && !shuttingDown;
      const body = {
        status: shuttingDown ? 'shutting down' : ready ? 'ready' : 'not ready',
        store,
        dashboard: webProcess?.state ?? (env.dashboard ? 'ok' : 'off'),
        redis: redis === undefined ? 'not used' : redis.status === 'ready' ? 'ok' : 'unavailable',
        upstreams: deps.upstreams(),
        commitment: deps.commitments(),
        tokenList: deps.tokenListState(),
      };
      return json(ready ? 200 : 503, body, ready ? {} : { 'Retry-After': '2' });
    }),

    '/metrics': get(async (request) => {
      if (!mayReadMetrics(request, env)) {
        return json(403, {
          error: 'Metrics require a loopback connection or Authorization: Bearer METRICS_TOKEN',
        });
      }
      return {
        status: 200,
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
        body: await deps.metrics(),
      };
    }),

    '/openrpc.json': get(documentHandler(deps.documents['/openrpc.json'])),
    '/client.js': get(documentHandler(deps.documents['/client.js'])),
    '/client.d.ts': get(documentHandler(deps.documents['/client.d.ts'])),
    '/client.tgz': get(documentHandler(deps.documents['/client.tgz'])),
    '/llms.txt': get(documentHandler(deps.documents['/llms.txt'])),
  };
}

/** Serves a public document with an ETag. */
function documentHandler(document: ServedDocument): OperatorHandler {
  const served = once(async () => {
    const body = await document.body();
    const headers = {
      'Content-Type': document.contentType,
      'X-Content-Type-Options': 'nosniff',
      ...document.headers,
      'Cache-Control': 'no-cache',
      ETag: entityTag(body),
      // Let playgrounds on other origins read the OpenRPC document.
      'Access-Control-Allow-Origin': '*',
    };
    return { body, headers };
  });
  return async ({ header }) => {
    const { body, headers } = await served();
    return isKnown(headers.ETag, header('if-none-match'))
      ? { status: 304, headers, body: '' }
      : { status: 200, headers, body };
  };
}

/** Headers that proxies add. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
];

function mayReadMetrics({ header, socketAddress }: OperatorRequest, env: OperatorDeps['env']): boolean {
  const { metricsToken: token, trustProxy } = env;
  const bearer = /^bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1];
  if (bearer !== undefined && token !== undefined) return constantTimeEqual(bearer, token);
  // Behind a proxy, do not trust loopback: every connection comes from the proxy, which may be on this machine. The
  // headers of one that TRUST_PROXY does not count reveal its callers.
  const proxied = FORWARDING_HEADERS.some((name) => header(name) !== undefined);
  return (
    !proxied &&
    trustProxy === 0 &&
    isAllowedHost(header('host'), env) &&
    socketAddress !== undefined &&
    /^(::ffff:)?127\.|^::1$/.test(socketAddress)
  );
}
