import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { staticHost } from './static-host';

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

/** A receiver of OTLP over HTTP (`http/protobuf`) that records all requests. */
export type OtlpReceiver = {
  url: string;
  requests: { path: string; headers: Record<string, unknown>; body: Buffer }[];
  spans: () => ReceivedSpan[];
  close: () => Promise<void>;
};

/**
 * Starts the receiver on loopback.
 * @param hangs whether the receiver accepts requests but never responds
 */
export async function otlpReceiver({ hangs = false } = {}): Promise<OtlpReceiver> {
  const requests: OtlpReceiver['requests'] = [];
  const host = await staticHost(async (path, response, request) => {
    const { headers } = request;
    const sent = await buffer(request);
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    requests.push({ path, headers, body });
    if (!hangs) response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  return {
    url: host.origin,
    requests,
    spans: () => requests.filter(({ path }) => path === '/v1/traces').flatMap(({ body }) => spansOf(body)),
    close: host.close,
  };
}

/**
 * Reads the spans of an `ExportTraceServiceRequest`. The field numbers are those of opentelemetry-proto
 * (`trace.proto`, `common.proto`).
 */
function spansOf(request: Buffer): ReceivedSpan[] {
  return messages(fieldsOf(request), 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1).flatMap((each) => messages(each, 1)));
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => {
        const [status = new Map()] = messages(span, 15);
        return {
          name: textOf(span, 5) ?? '',
          traceId: bytesOf(span, 1).toString('hex'),
          spanId: bytesOf(span, 2).toString('hex'),
          parentSpanId: bytesOf(span, 4).toString('hex') || undefined,
          kind: Number(span.get(6)?.[0] ?? 0),
          attributes: attributesOf(messages(span, 9)),
          error: status.get(3)?.[0] === 2n ? textOf(status, 2) : undefined,
          resource,
        };
      });
  });
}

/** Fields of a protobuf message by number: varints as bigint, everything else as bytes. */
type Fields = Map<number, (bigint | Buffer)[]>;

function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const [field, wireType] = [tag >> 3, tag & 7];
    const value =
      wireType === 0 ? varint() : bytes(wireType === 2 ? Number(varint()) : wireType === 1 ? 8 : 4);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, field: number): Fields[] =>
  (fields.get(field) ?? []).map((value) => fieldsOf(value as Buffer));
const bytesOf = (fields: Fields, field: number) => (fields.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer;
const textOf = (fields: Fields, field: number) =>
  fields.get(field) && bytesOf(fields, field).toString('utf8');

/** Reads `KeyValue` messages whose values are text, booleans or integers. */
const attributesOf = (attributes: Fields[]) =>
  Object.fromEntries(
    attributes.map((attribute) => {
      const [value = new Map()] = messages(attribute, 2);
      const number = value.get(2)?.[0] === undefined ? value.get(3)?.[0] : value.get(2)[0] === 1n;
      return [
        textOf(attribute, 1),
        textOf(value, 1) ?? (typeof number === 'bigint' ? Number(number) : number),
      ];
    }),
  );
