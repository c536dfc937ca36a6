import { writeJson } from '@/lib/json/exact-write';
import type { WireError } from './errors';
import type { WrittenResult } from './recent-answers';

const opening = (idText: string, chainId: number | undefined) =>
  `{"jsonrpc":"2.0","id":${idText}${chainId === undefined ? '' : `,"chainId":${chainId}`}`;

/**
 * A successful answer.
 * @param idText JSON text of the id
 * @param chainId where the method echoes it
 */
export function writeSuccess(
  idText: string,
  chainId: number | undefined,
  { text, byteLength }: WrittenResult,
): { body: string; byteLength: number } {
  const before = `${opening(idText, chainId)},"result":`;
  // Counted by its parts: an id is short, a result may be long and its length is known.
  return { body: `${before}${text}}`, byteLength: Buffer.byteLength(before) + byteLength + 1 };
}

/** The text of an error answer. */
export const writeError = (idText: string, chainId: number | undefined, error: WireError) =>
  `${opening(idText, chainId)},"error":${writeJson(error)}}`;
