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
const NOT_FORWARDED_PREFIXES = ['x-forwarded-', 'x-middleware-'];

/** Response headers that are not forwarded to the caller. The API process sets the request id. */
const NOT_ANSWERED = new Set([...HOP_BY_HOP, 'x-request-id']);

/** Returns the names listed in a `Connection` header. Those headers are hop-by-hop, too. */
const connectionNames = (headers: IncomingHttpHeaders): Set<string> =>
  new Set(
    (headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );

/**
 * Builds the headers of the forwarded request from the parsed ones. Keeps `Host`, because host and origin checks depend
 * on it.
 * @param caller value of `CALLER_HEADER`
 */
export function requestHeaders(request: IncomingMessage, caller: string): OutgoingHttpHeaders {
  const { headers } = request;
  const named = connectionNames(headers);
  const forwarded: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (NOT_FORWARDED.has(name) || named.has(name)) continue;
    if (NOT_FORWARDED_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    forwarded[name] = value;
  }
  // Set `Host` again: the caller could have removed it with `Connection: host`.
  forwarded.host = headers.host;
  const length = Number(headers['content-length']);
  if (length > 0) forwarded['content-length'] = length;
  forwarded[CALLER_HEADER] = caller;
  return forwarded;
}

/** Returns the headers of the web process's response that are forwarded to the caller. */
export function answerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = connectionNames(headers);
  const forwarded: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers))
    if (!NOT_ANSWERED.has(name) && !named.has(name) && !name.startsWith('x-middleware-'))
      forwarded[name] = value;
  return forwarded;
}

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
