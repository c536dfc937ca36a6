import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { writeJson } from '@/lib/json/exact-write';
import type { ServedDocument } from '@/lib/rpc/document/served-documents';
import { entityTag, isKnown } from '@/lib/server/entity-tag';
import type { DocumentPath } from '@/lib/server/http/routes';
import type { TokenListState } from '@/lib/solana/token-list';
import type { StoreState } from './store-state';

/** A GET of an operator (`/health`, `/ready`, `/metrics`), or of a program that wants a document. */
type OperatorRequest = {
  httpMethod: string;
  header: (name: string) => string | undefined;
  /** The peer of the connection; undefined where the server does not tell. */
  socketAddress: string | undefined;
};

type OperatorAnswer = { status: number; headers: Record<string, string>; body: string };

/** `ok` also where the dashboard is served by this very process. */
export type DashboardState = 'ok' | 'starting' | 'unavailable' | 'off';

export type OperatorDeps = {
  isShuttingDown: () => boolean;
  storeState: () => Promise<StoreState>;
  dashboard: () => DashboardState;
  /** State of each chain's upstream, by network and chain; names no address. */
  upstreams: () => Record<string, Record<string, string>>;
  tokenList: () => TokenListState;
  redis: () => string;
  metricsToken: string | undefined;
  /** Whether what comes from loopback without a token may read the metrics of this name. */
  trustsLoopback: (host: string | undefined) => boolean;
  /** Metrics in Prometheus' text form. */
  metrics: () => Promise<string>;
  /** The documents that anyone may read, by path. */
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

/** The operators' paths by name (contract §2): who may read which is decided here. */
export function createOperatorPaths(deps: OperatorDeps): Record<DocumentPath, OperatorHandler> {
  const get =
    (handler: OperatorHandler): OperatorHandler =>
    async (request) =>
      request.httpMethod === 'GET' || request.httpMethod === 'HEAD'
        ? handler(request)
        : json(405, { error: `${request.httpMethod} is not served here; send GET` }, { Allow: 'GET, HEAD' });

  return {
    '/health': get(async () => json(200, { status: 'alive' })),

    '/ready': get(async () => {
      const store = await deps.storeState();
      const shuttingDown = deps.isShuttingDown();
      const ready = store !== 'unavailable' && !shuttingDown;
      const body = {
        status: shuttingDown ? 'shutting down' : ready ? 'ready' : 'not ready',
        store,
        dashboard: deps.dashboard(),
        redis: deps.redis(),
        upstreams: deps.upstreams(),
        tokenList: deps.tokenList(),
      };
      return json(ready ? 200 : 503, body, ready ? {} : { 'Retry-After': '2' });
    }),

    '/metrics': get(async (request) => {
      if (!mayReadMetrics(request, deps)) {
        return json(403, { error: 'Metrics are for loopback, or for Authorization: Bearer METRICS_TOKEN' });
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
    '/llms.txt': get(documentHandler(deps.documents['/llms.txt'])),
  };
}

/** A document that anyone may read; who has it already is told so. */
function documentHandler({ contentType, headers: more, text }: ServedDocument): OperatorHandler {
  let made: { body: string; headers: Record<string, string> } | undefined;
  return async ({ header }) => {
    made ??= ((body: string) => ({
      body,
      headers: {
        'Content-Type': contentType,
        'X-Content-Type-Options': 'nosniff',
        ...more,
        'Cache-Control': 'no-cache',
        ETag: entityTag(body),
        // It is public, and playgrounds of other origins read it.
        'Access-Control-Allow-Origin': '*',
      },
    }))(text());
    const { body, headers } = made;
    return isKnown(headers.ETag ?? '', header('if-none-match'))
      ? { status: 304, headers, body: '' }
      : { status: 200, headers, body };
  };
}

/** What a proxy writes to say for whom it asks. */
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

function mayReadMetrics(
  { header, socketAddress }: OperatorRequest,
  { metricsToken: token, trustsLoopback }: Pick<OperatorDeps, 'metricsToken' | 'trustsLoopback'>,
): boolean {
  const bearer = /^bearer +(\S+)$/i.exec(header('authorization') ?? '')?.[1];
  if (bearer !== undefined && token !== undefined) return timingSafeEqual(sha256(bearer), sha256(token));
  // A proxy on this machine makes every caller look like loopback, but says so.
  const proxied = FORWARDING_HEADERS.some((name) => header(name) !== undefined);
  return (
    !proxied &&
    trustsLoopback(header('host')) &&
    socketAddress !== undefined &&
    /^(::ffff:)?127\.|^::1$/.test(socketAddress)
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
