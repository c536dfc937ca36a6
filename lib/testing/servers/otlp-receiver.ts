import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { closeAtOnce, listenOnLoopback } from './loopback';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type KeyValues = { key: string; value: Value }[];

/** A span as received, with the attributes of its resource. */
export type ReceivedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** Span kind as a number in OTLP: 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: Record<string, unknown>;
  /** The status message, if the status is an error. */
  error: string | undefined;
  resource: Record<string, unknown>;
};

export type ReceivedMetric = {
  name: string;
  process: unknown;
  sum?: object;
  gauge?: object;
  histogram?: object;
};

/** A receiver of OTLP over HTTP (`http/json`) that records all requests. */
export type OtlpReceiver = {
  url: string;
  requests: { path: string; headers: Record<string, unknown>; body: Buffer }[];
  spans: () => ReceivedSpan[];
  metrics: () => ReceivedMetric[];
  close: () => Promise<void>;
};

/**
 * Starts the receiver on loopback.
 * @param hangs whether the receiver accepts requests but never responds
 */
export async function otlpReceiver({ hangs = false } = {}): Promise<OtlpReceiver> {
  const requests: OtlpReceiver['requests'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers, url: path = '' } = request;
    const sent = Buffer.concat(chunks);
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    requests.push({ path, headers, body });
    if (!hangs) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const url = `http://${await listenOnLoopback(server)}`;
  const jsonOf = (path: string) =>
    requests.filter((request) => request.path === path).map(({ body }) => JSON.parse(body.toString('utf8')));
  return {
    url,
    requests,
    spans: () => jsonOf('/v1/traces').flatMap(spansOf),
    metrics: () => jsonOf('/v1/metrics').flatMap(metricsOf),
    close: () => closeAtOnce(server),
  };
}

const attributesOf = (attributes: KeyValues = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: KeyValues;
  status: { code: number; message?: string };
};
type Resource = { resource: { attributes: KeyValues } };

function spansOf({
  resourceSpans,
}: {
  resourceSpans: (Resource & { scopeSpans: { spans: Span[] }[] })[];
}): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, kind, attributes, status }) => ({
        name,
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        kind,
        attributes: attributesOf(attributes),
        error: status.code === 2 ? status.message : undefined,
        resource: attributesOf(resource.attributes),
      })),
    ),
  );
}

function metricsOf({
  resourceMetrics,
}: {
  resourceMetrics: (Resource & { scopeMetrics: { metrics: { name: string }[] }[] })[];
}): ReceivedMetric[] {
  return resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.map((metric) => ({ ...metric, process: attributesOf(resource.attributes)['satchel.process'] })),
    ),
  );
}
