import 'server-only';
import type { ServerResponse } from 'node:http';
import type { JsonText } from '@/lib/json/json-text';

/** Maximum bytes per write. Progress is visible after each piece. */
export const PIECE_BYTES = 64 * 1024;

const unwritten = new WeakMap<ServerResponse, number>();

/** Bytes of a response's body that `endInPieces` has not written yet. */
export const unwrittenBytes = (response: ServerResponse): number => unwritten.get(response) ?? 0;

/** Writes a large body in pieces of at most 64 KiB, with backpressure, and ends the response. */
export function endInPieces(response: ServerResponse, body: JsonText, byteLength: number): void {
  const pieces = piecesOf(body);
  let left = byteLength;
  const write = () => {
    while (!response.destroyed) {
      const { value: piece } = pieces.next();
      if (piece === undefined) return void response.end();
      left -= piece.length;
      unwritten.set(response, left);
      if (!response.write(piece)) return void response.once('drain', write);
    }
  };
  write();
}

function* piecesOf(body: JsonText): Generator<Uint8Array, undefined> {
  for (const bytes of typeof body === 'string' ? [Buffer.from(body)] : body)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
