import { writeJson } from '@/lib/json/exact-write';
import { byteLengthOf, type JsonText, joinTexts } from '@/lib/json/json-text';
import type { Method } from './define-method';
import { boundedNames } from './params/ignored-names';
import type { WrittenResult } from './response-cache';
import type { WireError } from './rpc-errors';
import { withStringIntegers } from './string-integers';

const opening = (idText: string, chainId: number | undefined) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`}`;

/** Length above which JSON is stored as UTF-8 bytes, so that a cached result is encoded only once. */
const LONG_TEXT = 64 * 1024;

/** Serializes a handler's output as the `result` of a response. */
export function writeResult(
  method: Method,
  { input, params }: { input: unknown; params: unknown },
  output: unknown,
): WrittenResult {
  const ignored = boundedNames(method.ignoredNames?.(params) ?? []);
  const result = method.resultOf ? method.resultOf(output, input, ignored) : output;
  const json = writeJson(
    method.integers?.areStrings(params, input) ? withStringIntegers(result, method.result) : result,
  );
  const text = json.length > LONG_TEXT ? [Buffer.from(json)] : json;
  return { text, byteLength: byteLengthOf(text), coverage: method.coverageOf?.(output) };
}

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

/** Serializes an error response. */
export const writeError = (idText: string, chainId: number | undefined, error: WireError) =>
  `${opening(idText, chainId)},"error":${writeJson(error)}}`;
