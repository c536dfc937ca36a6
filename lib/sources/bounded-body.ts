import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { MemoryReservation } from '@/lib/promises/memory-reservation';
import { BodyError } from './body-error';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/**
 * Reads a complete body and decompresses it.
 * @param body the body as sent
 * @param encoding the `content-encoding` header: at most one of gzip, br and deflate
 * @param maxBytes maximum size of the body, both as sent and after decompression
 * @param held reserves memory for each chunk before the chunk is stored
 * @throws BodyError; OverloadedError if there is not enough memory; errors from `body`
 */
export async function readBoundedBody(
  body: AsyncIterable<Buffer>,
  encoding: string | string[] | undefined,
  maxBytes: number,
  held?: MemoryReservation,
): Promise<Buffer> {
  const sent = await collect(body, maxBytes, held, 0);
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return sent;
  decoder.end(sent);
  try {
    return await collect(decoder, maxBytes, held, sent.length);
  } catch (thrown) {
    throw thrown === decoder.errored ? new BodyError('encoding-invalid', thrown) : thrown;
  }
}

/**
 * Collects a stream into one buffer, reserving memory for it.
 * @param before number of bytes that are already reserved
 */
async function collect(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  held: MemoryReservation | undefined,
  before: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyError('too-large');
    await held?.hold(before + size, before + maxBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function decoderOf(encoding: string | string[] | undefined) {
  const name = (Array.isArray(encoding) ? encoding.join(',') : (encoding ?? '')).trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  if (!Object.hasOwn(DECODERS, name)) throw new BodyError('encoding-not-allowed');
  return DECODERS[name as keyof typeof DECODERS]();
}
