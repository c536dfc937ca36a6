import 'server-only';
import type { ErrorReason } from '@/lib/error-reasons';
import { OverloadedError } from '@/lib/errors';
import { refusedBody } from '@/lib/rpc/envelope';
import { RPC_ERRORS, RpcError, type RpcErrorName } from '@/lib/rpc/rpc-errors';
import type { AuthenticationRefusal } from '@/lib/server/auth/authenticator';
import {
  type HttpResponse,
  JSON_HEADERS,
  MAX_BODY_BYTES,
  type ReadBody,
  type RpcHttpRequest,
} from './rpc-request';

/** Why a request is rejected before its body is parsed as JSON-RPC. */
export type Refusal = {
  error: RpcErrorName;
  reason: ErrorReason;
  message: string;
  headers?: Record<string, string>;
};

/**
 * Converts a rejection to a JSON-RPC error with its HTTP status.
 * @param cause the error to log
 */
export function refusalResponse({ error, reason, message, headers }: Refusal, cause?: unknown): HttpResponse {
  const { body, byteLength } = refusedBody(new RpcError(error, reason, message));
  return {
    status: RPC_ERRORS[error].http,
    headers: { ...JSON_HEADERS, ...headers },
    body,
    byteLength,
    close: true,
    refused: { reason, cause },
  };
}

export const methodNotAllowed = (method: string, allow: string): Refusal => ({
  error: 'methodNotAllowed',
  reason: 'method-not-allowed',
  message: `${method} is not supported here; send POST`,
  headers: { Allow: allow },
});

export const SHUTTING_DOWN: Refusal = {
  error: 'unavailable',
  reason: 'shutting-down',
  message: 'The service is shutting down; retry, or try another instance',
  headers: { 'Retry-After': '2' },
};

/** Rejections for failed authentication. */
export const AUTHENTICATION_REFUSALS: Record<AuthenticationRefusal['refused'], Refusal> = {
  wrong: {
    error: 'authenticationFailed',
    reason: 'authentication-failed',
    message: 'Authentication failed: send Authorization: Basic base64(project_id:project_server_key)',
    headers: { 'WWW-Authenticate': 'Basic realm="Satchel", charset="UTF-8"' },
  },
  'too-many': {
    error: 'limitExceeded',
    reason: 'too-many-failed-logins',
    message: 'Too many failed logins from this address; try again in 2 s',
    headers: { 'Retry-After': '2' },
  },
  // The credentials could not be checked. Must differ from the rejection of a wrong key.
  'store-unavailable': {
    error: 'unavailable',
    reason: 'store-unavailable',
    message: 'Credentials cannot be checked because the store is unavailable; try again',
    headers: { 'Retry-After': '1' },
  },
};

export const CROSS_ORIGIN: Refusal = {
  error: 'crossOrigin',
  reason: 'cross-origin',
  message: 'This endpoint is only for the dashboard; programs must call /solana or /evm-chain',
};

/** Rejections of requests whose bodies were not read completely. */
export const BODY_REFUSALS: Record<Exclude<ReadBody, Uint8Array>, Refusal> = {
  'too-large': {
    error: 'bodyTooLarge',
    reason: 'body-too-large',
    message: `The body is larger than ${MAX_BODY_BYTES} bytes`,
  },
  'no-room': {
    error: 'unavailable',
    reason: 'overloaded',
    message: new OverloadedError().message,
    headers: { 'Retry-After': '1' },
  },
};

/** Returns the rejection for an unsupported content type or encoding; undefined if both are supported. */
export function refusedMediaType({ header }: Pick<RpcHttpRequest, 'header'>): Refusal | undefined {
  const contentType = header('content-type');
  const contentEncoding = header('content-encoding');
  if (!isJsonType(contentType)) return mediaType('Content-Type must be application/json in UTF-8');
  if (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity') return undefined;
  return mediaType('Compressed bodies are not supported; send the body without Content-Encoding');
}

const mediaType = (message: string): Refusal => ({
  error: 'unsupportedMediaType',
  reason: 'unsupported-media-type',
  message,
});

/**
 * Checks whether a content type is that of JSON, of JSON-RPC over HTTP (also in its drafts) or ends with `+json`, with
 * charset UTF-8 or none (RFC 8259 §8.1).
 */
function isJsonType(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  const [type, ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (!/^application\/(([a-z0-9.!#$&^_+-]+\+)?json|json-rpc|jsonrequest)$/.test((type ?? '').trim()))
    return false;
  return parameters.every(
    (parameter) => !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter),
  );
}
