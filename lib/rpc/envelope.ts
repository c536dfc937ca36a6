import type { ErrorReason } from '@/lib/error-reasons';
import { writeJson } from '@/lib/json/exact-write';
import { isJsonObject } from '@/lib/json/json-object';
import { byteLengthOf, type JsonText, joinTexts } from '@/lib/json/json-text';
import type { BodyResponse } from './request-context';
import type { WrittenResult } from './response-cache';
import { RpcError, toWireError, type WireError } from './rpc-errors';

/** A request with a valid envelope. Its method and params are not checked yet. */
export type Envelope = {
  method: string;
  params: unknown;
  /** The raw value in the body; undefined if it is missing. */
  chainId: unknown;
};

/** Members of a request. All others are ignored. */
export const ENVELOPE_NAMES = ['jsonrpc', 'id', 'method', 'params', 'chainId'];

/** The default id (contract §1). */
const DEFAULT_ID_TEXT = '1';

/** Returns the id to echo, as JSON text; null if its type is invalid. */
export function idTextOf(request: unknown): string | null {
  if (!isJsonObject(request)) return null;
  if (!Object.hasOwn(request, 'id')) return DEFAULT_ID_TEXT;
  const { id } = request;
  if (id === null) return 'null';
  if (typeof id === 'string') return JSON.stringify(id);
  if (typeof id === 'bigint') return String(id);
  if (Object.is(id, -0)) return '-0';
  return Number.isSafeInteger(id) ? String(id) : null;
}

/**
 * Checks the envelope (contract §1).
 * @param idText the result of `idTextOf`
 * @throws RpcError invalidRequest
 */
export function readEnvelope(request: unknown, idText: string | null): Envelope {
  if (!isJsonObject(request))
    throw invalidRequest('not-an-object', 'A request must be an object {"jsonrpc","id","method","params"}');
  if (idText === null) throw invalidRequest('invalid-id', 'id must be a string, an integer or null');
  const { jsonrpc, method, params, chainId } = request;
  if (jsonrpc !== undefined && jsonrpc !== '2.0')
    throw invalidRequest('invalid-version', 'jsonrpc must be the string "2.0"');
  if (typeof method !== 'string' || method === '')
    throw invalidRequest('invalid-method', 'method must be the name of a method, as a string');
  return { method, params, chainId };
}

const invalidRequest = (reason: ErrorReason, message: string) =>
  new RpcError('invalidRequest', reason, message);

/**
 * Returns the chain in the request's body or in `?chainId=`; undefined if neither contains one.
 * @throws RpcError invalidParams if the chain is not a positive integer, or the two values differ
 */
export function readChainId(inBody: unknown, inQuery: readonly string[]): number | undefined {
  let chainId: number | undefined;
  if (inBody !== undefined) {
    if (typeof inBody !== 'number' || !isChainId(inBody))
      throw invalidChainId('chainId must be a positive integer');
    chainId = inBody;
  }
  for (const text of inQuery) {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!isChainId(value)) throw invalidChainId('The chainId in the URL must be a positive integer');
    if (chainId !== undefined && chainId !== value) {
      throw new RpcError(
        'invalidParams',
        'conflicting-chain-id',
        `chainId is ${chainId} in one place and ${value} in another; send one of them`,
        { path: 'chainId' },
      );
    }
    chainId = value;
  }
  return chainId;
}

const isChainId = (value: number) => Number.isSafeInteger(value) && value > 0;

const invalidChainId = (message: string) =>
  new RpcError('invalidParams', 'invalid-chain-id', message, { path: 'chainId' });

const opening = (idText: string, chainId: number | undefined) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`}`;

/**
 * Serializes a successful response.
 * @param idText JSON text of the id
 * @param chainId undefined unless the method echoes it
 */
export function writeSuccess(
  idText: string,
  chainId: number | undefined,
  { text, byteLength }: WrittenResult,
): { body: JsonText; byteLength: number } {
  const before = `${opening(idText, chainId)},"result":`;
  return {
    body: joinTexts([before, text, '}']),
    byteLength: Buffer.byteLength(before) + byteLength + 1,
  };
}

/** Serializes an error response whose error object is already JSON. */
export function writeRawError(idText: string, error: Uint8Array): { body: JsonText; byteLength: number } {
  const body = joinTexts([`${opening(idText, undefined)},"error":`, [error], '}']);
  return { body, byteLength: byteLengthOf(body) };
}

/** Serializes an error response. */
export function writeError(idText: string, chainId: number | undefined, error: WireError) {
  const body = `${opening(idText, chainId)},"error":${writeJson(error)}}`;
  return { body, byteLength: Buffer.byteLength(body) };
}

/** Creates the error response to a body whose requests, if it has any, are not read. */
export function refusedBody(thrown: unknown): BodyResponse {
  const { error, wire } = toWireError(thrown);
  return { ...writeError('null', undefined, wire), error, retryAfterSeconds: retryAfterOf(wire), calls: [] };
}

/** Returns after how many seconds a rejected call may succeed; undefined if the error does not contain it. */
export function retryAfterOf({ data: { retryAfterSeconds } }: WireError): number | undefined {
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined;
}
