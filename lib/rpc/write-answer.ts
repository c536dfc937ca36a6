import type * as z from 'zod/mini';
import { writeJson, writeJsonText } from '@/lib/json/exact-write';
import { byteLengthOf, type JsonText, joinTexts } from '@/lib/json/json-text';
import type { Method } from './define-method';
import { boundedNames } from './params/read-params';
import type { WrittenResult } from './response-cache';
import type { WireError } from './rpc-errors';

const opening = (idText: string, chainId: number | undefined) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`}`;

/** Serializes a handler's output as the `result` of a response. */
export function writeResult(
  method: Method,
  { input, params }: { input: unknown; params: unknown },
  output: unknown,
): WrittenResult {
  const ignored = boundedNames(method.ignoredNames?.(params) ?? []);
  const result = method.resultOf ? method.resultOf(output, input, ignored) : output;
  const text = writeJsonText(
    method.integers?.areStrings(params, input) ? withStringIntegers(result, method.result) : result,
  );
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

/** Serializes an error response whose error object is already JSON. */
export function writeRawError(idText: string, error: Uint8Array): { body: JsonText; byteLength: number } {
  const body = joinTexts([`${opening(idText, undefined)},"error":`, [error], '}']);
  return { body, byteLength: byteLengthOf(body) };
}

/** Serializes an error response. */
export const writeError = (idText: string, chainId: number | undefined, error: WireError) =>
  `${opening(idText, chainId)},"error":${writeJson(error)}}`;

/**
 * Copies a result and converts its 64-bit integers to decimal strings: all members that the schema declares as bigints,
 * even if small, and all bigints elsewhere, such as in an off-chain document.
 * @param schema schema of the value; undefined if it is not known
 */
function withStringIntegers(value: unknown, schema?: z.core.$ZodType): unknown {
  const declared = schema === undefined ? undefined : declaredBy(schema);
  if (typeof value === 'bigint' || (typeof value === 'number' && declared?.type === 'bigint'))
    return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const element = declared?.type === 'array' ? declared.element : undefined;
    return value.map((each) => withStringIntegers(each, element));
  }
  const shape = declared?.type === 'object' ? declared.shape : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withStringIntegers(member, shape?.[name])]),
  );
}

/** Removes the optional and nullable wrappers of a schema and returns the definition of the inner schema. */
function declaredBy(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' || def.type === 'nullable' ? declaredBy(def.innerType) : def;
}
