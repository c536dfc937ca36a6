import 'server-only';
import type { JsonText } from '@/lib/json/json-text';
import { COVERAGE_HEADER } from '@/lib/rpc/coverage-header';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { IGNORED_HEADER } from '@/lib/rpc/params/read-params';
import type { BodyResponse } from '@/lib/rpc/request-context';
import { RPC_ERRORS } from '@/lib/rpc/rpc-errors';
import type { Quota } from '@/lib/server/limits/rate-limiter';
import type { LoggedResponse } from '@/lib/server/telemetry/request-log';
import { readTraceContext, type TraceContext } from '@/lib/trace/trace-context';

/** Maximum size of a request body in bytes, also on routes other than RPC. */
export const MAX_BODY_BYTES = 256 * 1024;

/** A complete body, or why it was not read. */
export type ReadBody = Uint8Array | 'too-large' | 'no-room';

/** An HTTP request to an RPC endpoint, independent of the server that received it. */
export type RpcHttpRequest = {
  group: MethodGroup | 'mcp';
  /** Chain id in the path; equivalent to `?chainId=`. */
  pathChainId?: string | undefined;
  httpMethod: string;
  /** Query string without the question mark. May contain credentials, so it is never logged. */
  query: string;
  /** Returns a header by its lower-case name. */
  header: (name: string) => string | undefined;
  /** Returns the caller's address behind trusted proxies. Computed on demand: most requests do not need it. */
  address: () => string;
  /** Called when the request's credentials are accepted. */
  onAuthenticated?: () => void;
  /** Reads a complete body of up to `MAX_BODY_BYTES`. Never resolves if the caller disconnects first. */
  readBody: () => Promise<ReadBody>;
  /** The trace of the request's span; undefined if the service exports no traces. */
  trace?: TraceContext | undefined;
  /** Calls `listener` if the caller disconnects before the response is sent; at once if it already has. */
  onDisconnect: (listener: () => void) => void;
};

export type HttpResponse = LoggedResponse & {
  headers: Record<string, string>;
  body: JsonText;
  byteLength: number;
  /** Whether the connection must close because the request was not read completely. */
  close?: boolean;
};

export const JSON_HEADERS = { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' };

/** Creates the HTTP response to a dispatched body. */
export function httpResponse(
  { body, byteLength, coverage, ignored, error, retryAfterSeconds }: BodyResponse,
  logged?: LoggedResponse['logged'],
): HttpResponse {
  // A literal: adding to a copy of `JSON_HEADERS` took a tenth of the time of a small call.
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
  };
  if (coverage !== undefined) headers[COVERAGE_HEADER] = coverage;
  if (ignored !== undefined) headers[IGNORED_HEADER] = ignored;
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  const status = error === undefined ? 200 : RPC_ERRORS[error].http;
  const refused = error === undefined || status < 400 ? undefined : { reason: error };
  return { body, byteLength, status, headers, refused, logged };
}

/** Returns the caller's trace; undefined if there is no valid `traceparent`. */
export const traceOf = ({ header }: Pick<RpcHttpRequest, 'header'>): TraceContext | undefined =>
  readTraceContext(header('traceparent'), () => header('tracestate'));

/** Headers with a project's limit in work units (draft-ietf-httpapi-ratelimit-headers-10). */
export const RATE_LIMIT_HEADER = 'RateLimit';
export const RATE_LIMIT_POLICY_HEADER = 'RateLimit-Policy';

/** Adds the headers of a limit to those of a response. */
export function addRateLimitHeaders(
  headers: Record<string, string>,
  { units, seconds, remaining, resetSeconds }: Quota,
): void {
  headers[RATE_LIMIT_POLICY_HEADER] = `"work-units";q=${units};w=${seconds}`;
  headers[RATE_LIMIT_HEADER] = `"work-units";r=${remaining};t=${resetSeconds}`;
}
