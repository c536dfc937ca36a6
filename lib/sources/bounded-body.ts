import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { MemoryReservation } from '@/lib/promises/byte-budget';

/** Thrown if a response body cannot be read. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  constructor(
    readonly reason: 'too-large' | 'encoding-not-allowed' | 'encoding-invalid',
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** Checks for a BodyError by its name, because each bundle may have its own copy of the class. */
export const isBodyError = (thrown: unknown): thrown is BodyError =>
  thrown instanceof Error && thrown.name === 'BodyError';

type Decoder = ReturnType<typeof createGunzip>;

/** Decoders by content coding; undefined for a compression that is not supported. */
const DECODERS = new Map<string, ((sent: Buffer) => Decoder) | undefined>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // Some servers omit the zlib header, whose first byte ends in 8.
  ['deflate', (sent) => (((sent[0] ?? 8) & 15) === 8 ? createInflate() : createInflateRaw())],
  ['zstd', undefined],
  ['compress', undefined],
  ['x-compress', undefined],
]);

/**
 * Reads a complete body and decompresses it.
 * @param body the body as sent
 * @param encoding the `content-encoding` header: at most one of gzip, br and deflate. If it names anything that is not a
 * compression, such as UTF-8 or aws-chunked, the body is returned as sent, as browsers do.
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
  const decoder = decoderOf(encoding, sent);
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

function decoderOf(encoding: string | string[] | undefined, sent: Buffer): Decoder | undefined {
  const names = [encoding ?? '']
    .flat()
    .flatMap((header) => header.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const [first] = names;
  if (first === undefined || !names.every((name) => DECODERS.has(name))) return undefined;
  const decoder = names.length === 1 ? DECODERS.get(first) : undefined;
  if (decoder === undefined) throw new BodyError('encoding-not-allowed');
  return decoder(sent);
}
