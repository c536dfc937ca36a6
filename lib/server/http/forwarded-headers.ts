import 'server-only';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { constantTimeEqual } from '@/lib/constant-time-equal';

/** Headers for responses that do not set a content security policy: prefetched pages, 404s and rejections. */
export const STRICT_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** The caller of a request, and the request's id. */
export type ForwardedCaller = { address: string; requestId: string };

/** Header with the API process's secret, the caller's address and the request id, for the web process. */
export const CALLER_HEADER = 'x-satchel-caller';

/** Hop-by-hop headers (RFC 9110 §7.6.1), and other headers that are meant only for the API process. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Request headers that are not forwarded: hop-by-hop ones, ones that the web process trusts only from the API process,
 * and ones that the API process sets itself.
 */
const NOT_FORWARDED = new Set([
  ...HOP_BY_HOP,
  'content-length',
  'content-security-policy',
  'expect',
  'forwarded',
  'next-action',
  'x-nonce',
  'x-request-id',
  CALLER_HEADER,
]);

/** Response headers that are not forwarded to the caller. The API process sets the request id. */
const NOT_ANSWERED = new Set([...HOP_BY_HOP, 'x-request-id']);

/** Returns the headers without those in `dropped`, those with a prefix, and those named in `Connection`. */
function without(
  headers: IncomingHttpHeaders,
  dropped: ReadonlySet<string>,
  prefix: RegExp,
): OutgoingHttpHeaders {
  const listed = (headers.connection ?? '').toLowerCase().split(',');
  const named = new Set(listed.map((name) => name.trim()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !dropped.has(name) && !prefix.test(name) && !named.has(name)),
  );
}

/**
 * Builds the headers of the forwarded request from the parsed ones. Keeps `Host`, because host and origin checks depend
 * on it.
 * @param caller value of `CALLER_HEADER`
 */
export function requestHeaders({ headers }: IncomingMessage, caller: string): OutgoingHttpHeaders {
  const length = Number(headers['content-length']);
  return {
    ...without(headers, NOT_FORWARDED, /^x-(forwarded|middleware)-/),
    // Set `Host` again: the caller could have removed it with `Connection: host`.
    host: headers.host,
    ...(length > 0 && { 'content-length': length }),
    [CALLER_HEADER]: caller,
  };
}

/** Returns the headers of the web process's response that are forwarded to the caller. */
export const answerHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  without(headers, NOT_ANSWERED, /^x-middleware-/);

/** Formats the value of `CALLER_HEADER`. */
export const callerHeader = (secret: string, { address, requestId }: ForwardedCaller): string =>
  `${secret} ${address} ${requestId}`;

/** Parses `CALLER_HEADER`. Returns undefined if it is missing or contains a different secret. */
export function readCaller(
  header: string | null | undefined,
  secret: string | undefined,
): ForwardedCaller | undefined {
  const [given = '', address, requestId] = header?.split(' ') ?? [];
  if (secret === undefined || !constantTimeEqual(given, secret)) return undefined;
  return address === undefined || requestId === undefined ? undefined : { address, requestId };
}
