import 'server-only';
import type { ServerResponse } from 'node:http';
import type { JsonText } from '@/lib/json/json-text';

/** Maximum bytes per write. Between writes, the server measures how much the peer has read. */
export const CHUNK_BYTES = 64 * 1024;

const unwritten = new WeakMap<ServerResponse, number>();

/** Returns the number of bytes of a response's body that `endInChunks` has not written yet. */
export const unwrittenBytes = (response: ServerResponse): number => unwritten.get(response) ?? 0;

/** Writes a large body in chunks of at most 64 KiB, with backpressure, and ends the response. */
export function endInChunks(response: ServerResponse, body: JsonText, byteLength: number): void {
  const chunks = chunksOf(body);
  let left = byteLength;
  const write = () => {
    while (!response.destroyed) {
      const { value: chunk } = chunks.next();
      if (chunk === undefined) return void response.end();
      left -= chunk.length;
      unwritten.set(response, left);
      if (!response.write(chunk)) return void response.once('drain', write);
    }
  };
  write();
}

function* chunksOf(body: JsonText): Generator<Uint8Array, undefined> {
  for (const bytes of typeof body === 'string' ? [Buffer.from(body)] : body)
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
