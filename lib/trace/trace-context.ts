import { randomBytes } from 'node:crypto';

/** The trace that a request belongs to (W3C Trace Context, https://www.w3.org/TR/trace-context). */
export type TraceContext = {
  /** 32 lower-case hex digits. */
  traceId: string;
  /** 16 lower-case hex digits: the parent of new spans, either the caller's span or one of this service's own. */
  spanId: string;
  /** Two hex digits for the flags "sampled" and "random trace id". */
  flags: string;
  /** The `tracestate` of other tracing systems as received, at most 512 characters; undefined without the header. */
  state: string | undefined;
};

/** Mask of the flags with a defined meaning. All others are sent as zero (§3.2.2.5). */
const KNOWN_FLAGS = 0x03;
/** Length of a `traceparent` in version 00; later versions start with the same fields. */
const PARENT_LENGTH = 55;
const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Maximum length of a `traceparent` and of a forwarded `tracestate`. */
const MAX_CHARACTERS = 512;

/**
 * Reads the trace of a request. Invalid headers are treated as if they had not been sent (§4.2).
 * @param parent the `traceparent` header
 * @param state returns the `tracestate` header, with several joined by commas; called only if the parent is valid
 */
export function readTraceContext(
  parent: string | undefined,
  state: () => string | undefined,
): TraceContext | undefined {
  if (parent === undefined || parent.length > MAX_CHARACTERS) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = ''] =
    PARENT.exec(parent.slice(0, PARENT_LENGTH)) ?? [];
  if (traceId === '' || version === 'ff' || isZero(traceId) || isZero(spanId)) return undefined;
  const rest = parent.slice(PARENT_LENGTH);
  // A `traceparent` may have additional fields, except in version 00.
  if (rest !== '' && (version === '00' || !rest.startsWith('-'))) return undefined;
  const known = Number.parseInt(flags, 16) & KNOWN_FLAGS;
  return { traceId, spanId, flags: `0${known}`, state: readState(state()) };
}

/**
 * Creates the headers that propagate a trace.
 * @param spanId id of the span that is the parent of the request; by default a new id, for which no span is recorded
 */
export function traceHeaders(
  { traceId, flags, state }: TraceContext,
  spanId = newSpanId(),
): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-${flags}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}

/** Drops members from the end of a state that is too long (§3.3.1.5). */
function readState(given: string | undefined): string | undefined {
  if (given === undefined || !/^[\x20-\x7e\t]*$/.test(given)) return undefined;
  if (given.length <= MAX_CHARACTERS) return given.trim() === '' ? undefined : given;
  const end = given.lastIndexOf(',', MAX_CHARACTERS);
  return end <= 0 ? undefined : given.slice(0, end);
}

function newSpanId(): string {
  const id = randomBytes(8).toString('hex');
  return isZero(id) ? newSpanId() : id;
}

const isZero = (hex: string) => /^0+$/.test(hex);
