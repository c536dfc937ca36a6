import 'server-only';
import type { JsonText } from '@/lib/json/json-text';
import { COVERAGE_HEADER } from '@/lib/rpc/coverage-header';
import type { MethodGroup } from '@/lib/rpc/define-method';
import { RPC_ERRORS } from '@/lib/rpc/errors';
import { IGNORED_HEADER } from '@/lib/rpc/ignored-names';
import type { BodyAnswer } from '@/lib/rpc/request-context';

/** Largest body of a request, and of anything else that is sent here. */
export const MAX_BODY_BYTES = 256 * 1024;

/** A body that was read to its end, or why it was not. */
export type ReadBody = Uint8Array | 'too-large' | 'no-room';

/** One HTTP request to an RPC endpoint, whichever server took it. */
export type RpcRequest = {
  group: MethodGroup;
  /** Chain id in the path; it counts like `?chainId=`. */
  pathChainId?: string | undefined;
  httpMethod: string;
  /** Query string without the question mark. May hold credentials: never logged. */
  query: string;
  /** A header by its lower-case name. */
  header: (name: string) => string | undefined;
  /** The caller's address, proxies already considered; most requests of projects are answered without it. */
  address: () => string;
  /** Called when the request's credentials are accepted. */
  onAuthenticated?: () => void;
  /** Reads a body of up to `MAX_BODY_BYTES` to its end; never resolves when the caller goes away first. */
  readBody: () => Promise<ReadBody>;
  /** Calls `listener` when the caller goes away before it is answered. */
  onDisconnect: (listener: () => void) => void;
};

export type HttpAnswer = {
  status: number;
  headers: Record<string, string>;
  body: JsonText;
  byteLength: number;
  /** The request is not read to its end: the connection must close. */
  close?: boolean;
  /** Why the request is refused; the cause where it is not the caller's fault. */
  refused?: { reason: string; cause?: unknown } | undefined;
};

export const JSON_HEADERS = { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' };

/** The answer to a body that was read. */
export const httpAnswer = ({
  body,
  byteLength,
  coverage,
  ignored,
  error,
  retryAfterSeconds,
}: BodyAnswer): HttpAnswer => ({
  body,
  byteLength,
  status: error === undefined ? 200 : RPC_ERRORS[error].http,
  headers: headersOf(coverage, ignored, retryAfterSeconds),
  refused: error === undefined || RPC_ERRORS[error].http < 400 ? undefined : { reason: error },
});

function headersOf(
  coverage: string | undefined,
  ignored: string | undefined,
  retryAfterSeconds: number | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { ...JSON_HEADERS };
  if (coverage !== undefined) headers[COVERAGE_HEADER] = coverage;
  if (ignored !== undefined) headers[IGNORED_HEADER] = ignored;
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  return headers;
}
