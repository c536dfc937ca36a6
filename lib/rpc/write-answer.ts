import { writeJson } from '@/lib/json/exact-write';
import { byteLengthOf, type JsonText, joinTexts } from '@/lib/json/json-text';
import { isLong, writeLongJson, writeWithItems } from '@/lib/json/long-write';
import type { AnswerCoverage } from './coverage-header';
import type { Method } from './define-method';
import type { WireError } from './errors';
import { boundedNames } from './ignored-names';
import type { Registry } from './request-context';
import type { WrittenResult } from './response-cache';

const opening = (idText: string, chainId: number | undefined) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`}`;

const CLOSING_BRACE = Buffer.from('}');

/**
 * Writes a handler's output as the answer's `result`: long ones in pieces, by the method's own writer.
 * @param ignored names in the request that are not known
 */
export async function writeResult(
  method: Method,
  input: unknown,
  output: unknown,
  ignored: readonly string[] = [],
): Promise<WrittenResult> {
  const result = method.resultOf ? method.resultOf(output, input, boundedNames(ignored)) : output;
  const writeItem = method.writeItem?.(input);
  let text: JsonText;
  if (isLong(result, method.longFrom?.(input))) text = await writeLongJson(result, writeItem);
  else text = writeItem ? writeWithItems(result as object, writeItem) : writeJson(result);
  return { text, byteLength: byteLengthOf(text), coverage: method.coverageOf?.(output) };
}

/**
 * A successful answer; as bytes too where the result is kept as bytes.
 * @param idText JSON text of the id
 * @param chainId where the method echoes it
 */
export function writeSuccess(
  idText: string,
  chainId: number | undefined,
  { text, byteLength, coverage, bytes }: WrittenResult,
): { body: JsonText; byteLength: number; coverage?: AnswerCoverage | undefined; bytes?: () => Uint8Array } {
  const before = `${opening(idText, chainId)},"result":`;
  // Counted by its parts: an id is short, a result may be long and its length is known.
  const body = typeof text === 'string' ? `${before}${text}}` : joinTexts([before, text, '}']);
  const length = Buffer.byteLength(before) + byteLength + 1;
  if (bytes === undefined) return { body, byteLength: length, coverage };
  return {
    body,
    byteLength: length,
    coverage,
    bytes: () => Buffer.concat([Buffer.from(before), bytes, CLOSING_BRACE]),
  };
}

/** The text of an error answer. */
export const writeError = (idText: string, chainId: number | undefined, error: WireError) =>
  `${opening(idText, chainId)},"error":${writeJson(error)}}`;

/** Each registry has one document: a batch may ask for it a hundred times. */
const documents = new WeakMap<Registry, WrittenResult>();

/** A registry's OpenRPC document, written once. */
export function writtenDocument(registry: Registry): WrittenResult {
  let written = documents.get(registry);
  if (written === undefined) {
    const text = writeJson(registry.openRpc());
    written = { text, byteLength: Buffer.byteLength(text) };
    documents.set(registry, written);
  }
  return written;
}
