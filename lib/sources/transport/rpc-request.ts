import { parseExactJson } from '@/lib/json/exact-parse';
import { writeJson } from '@/lib/json/exact-write';
import { utf8Text } from '@/lib/json/json-text';
import { rawMembers } from '@/lib/json/raw-members';
import { type ForwardedCall, MAX_FORWARDED_BYTES } from '@/lib/solana/forwarded-call';
import type { BatchCall, CallOptions, CallParams, UpstreamOutcome } from './transport-type';
import { EndpointFault, UpstreamCallError } from './upstream-errors';

/** Result of a call whose response was too long to be parsed in this thread. */
export class UnparsedBody {
  /**
   * Creates a result with everything needed to parse the body in another thread.
   * @param id id of the call
   */
  constructor(
    readonly status: number,
    readonly bytes: Buffer,
    readonly id: number,
  ) {}
}

/** A request to an endpoint, and how to read its response. */
export type EndpointRequest = {
  /** Method name used in metrics. */
  method: string;
  /** Number of ids that the request uses. */
  ids: number;
  /** Maximum size of the response in bytes, if it is smaller than that of the transport. */
  maxBytes?: number;
  /** Path to append to the one of the endpoint's URL, for a GET. */
  path?: string;
  /**
   * Returns the body's text, for a POST.
   * @param firstId id of the first call; the other ids follow it
   */
  text?: (firstId: number) => string;
  /**
   * Reads the result from the response.
   * @param status HTTP status
   * @throws UpstreamCallError for a JSON-RPC error, EndpointFault for an unusable body
   */
  read: (status: number, bytes: Buffer, firstId: number) => unknown;
};

/** Creates the request for a single call, whose response is read as the `result`. */
export const singleRequest = (
  method: string,
  params: CallParams,
  { parseUpTo = Number.POSITIVE_INFINITY, roundIntegers }: CallOptions<unknown> = {},
): EndpointRequest => ({
  method,
  ids: 1,
  // Params of a forwarded DAS call may have bigints.
  text: (id) => writeJson({ jsonrpc: '2.0', id, method, params }),
  read: (status, bytes, id) =>
    bytes.length > parseUpTo
      ? new UnparsedBody(status, bytes, id)
      : readResult(status, parseJson(bytes, roundIntegers), id),
});

/** Maximum size of the error in a forwarded response, in bytes. */
const MAX_ERROR_BYTES = 1024 * 1024;

/** Creates the request for a forwarded call. The result is a Buffer with the bytes of the response's `result`. */
export const forwardedRequest = ({ method, params }: ForwardedCall): EndpointRequest => ({
  method,
  ids: 1,
  maxBytes: MAX_FORWARDED_BYTES,
  text: (id) => {
    const tail = params === undefined ? '' : `,"params":${params}`;
    return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${tail}}`;
  },
  read: readForwarded,
});

/**
 * Returns the bytes of the `result` of call `id`. Parses only the id and the error.
 * @throws UpstreamCallError with the error as it is, EndpointFault for an unusable body
 */
function readForwarded(status: number, bytes: Buffer, id: number): Buffer {
  const members = rawMembers(bytes) ?? new Map<string, Buffer>();
  const json = members.get('error');
  const error = json && json.length <= MAX_ERROR_BYTES ? parseJson(json) : undefined;
  const body = { id: parseJson(members.get('id') ?? Buffer.of()), error, result: members.get('result') };
  try {
    return readResult(status, body, id) as Buffer;
  } catch (thrown) {
    if (!(thrown instanceof UpstreamCallError)) throw thrown;
    const { code, message } = error as { code?: unknown; message?: unknown };
    if (typeof code !== 'number' || typeof message !== 'string') throw malformed('transient');
    throw Object.assign(thrown, { json });
  }
}

/**
 * Reads the `result` of call `id` from a parsed body.
 * @throws UpstreamCallError for a JSON-RPC error, EndpointFault for an unusable body
 */
export function readResult(status: number, body: unknown, id: number): unknown {
  // Some providers send JSON-RPC errors with status 400 or 403.
  const outcome = outcomeOf(body, id);
  if (outcome === undefined)
    throw status >= 400 ? new EndpointFault(`http-${status}`, 'refused') : malformed('transient');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/**
 * Creates the request for a batch. In the result, undefined means a call with no response or with several responses.
 */
export const batchRequest = (calls: readonly BatchCall[]): EndpointRequest => ({
  method: 'batch',
  ids: calls.length,
  text: (firstId) => JSON.stringify(calls.map((call, i) => ({ jsonrpc: '2.0', id: firstId + i, ...call }))),
  read(status, bytes, firstId): (UpstreamOutcome | undefined)[] {
    const body = parseJson(bytes);
    if (!Array.isArray(body)) {
      const outcome = outcomeOf(body, firstId);
      if (outcome !== undefined && 'error' in outcome) throw outcome.error;
      throw status >= 400 ? new EndpointFault(`http-${status}`, 'refused') : malformed('refused');
    }
    const byId = new Map<unknown, unknown>();
    for (const each of body as unknown[]) {
      const id = idOf(each);
      byId.set(id, byId.has(id) ? undefined : each);
    }
    return calls.map((_, i) => outcomeOf(byId.get(firstId + i), firstId + i));
  },
});

/**
 * Creates the request for a GET that needs status 200.
 * @param method name used in metrics
 * @param path path to append to the one of the endpoint's URL
 * @param read reads the body; an error means that the body is unusable
 */
export const getRequest = (
  method: string,
  path: string,
  read: (bytes: Buffer) => unknown,
): EndpointRequest => ({
  method,
  ids: 0,
  path,
  read(status, bytes) {
    if (status !== 200) throw new EndpointFault(`http-${status}`, 'refused');
    try {
      return read(bytes);
    } catch (cause) {
      throw new EndpointFault('malformed', 'transient', 0, cause);
    }
  },
});

const malformed = (kind: 'transient' | 'refused') => new EndpointFault('malformed', kind);

/** Parses a body. Returns undefined if it is not valid JSON, such as HTML or a truncated body. */
export function parseJson(bytes: Buffer, roundIntegers = false): unknown {
  try {
    const text = utf8Text(bytes);
    return roundIntegers ? JSON.parse(text) : parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Returns the id of a response. Some servers return our integer ids as strings. */
function idOf(body: unknown): unknown {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' && id === String(Number(id)) ? Number(id) : id;
}

/**
 * Returns the outcome of call `id` from a response object; undefined if the object is invalid or has a different id.
 */
function outcomeOf(body: unknown, id: number): UpstreamOutcome | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const answered = idOf(body);
  const { error, result } = body as { error?: unknown; result?: unknown };
  if (typeof error === 'object' && error !== null) {
    // An error has a null id if it occurred before the id was read.
    if (answered !== id && answered !== null && answered !== undefined) return undefined;
    const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
    return {
      error: new UpstreamCallError(
        typeof code === 'number' ? code : -32603,
        typeof message === 'string' ? message : '',
        typeof data === 'string' && data.startsWith('0x'),
      ),
    };
  }
  return answered === id && result !== undefined ? { result } : undefined;
}
