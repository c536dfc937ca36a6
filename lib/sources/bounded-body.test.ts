import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ByteBudget, MemoryReservation } from '@/lib/promises/byte-budget';
import { readBoundedBody } from './bounded-body';

const MIB = 1024 * 1024;
const TEXT = 'x'.repeat(3 * MIB);

/** Reads a body. Returns its text and the peak number of reserved bytes. */
async function read(sent: Buffer, encoding?: string, maxBytes = 16 * MIB) {
  const memory = new ByteBudget(64 * MIB);
  const held = new MemoryReservation(memory, new AbortController().signal);
  async function* body() {
    for (let at = 0; at < sent.length; at += 64 * 1024) yield sent.subarray(at, at + 64 * 1024);
  }
  const whole = await readBoundedBody(body(), encoding, maxBytes, held);
  return { text: whole.toString(), held: memory.held };
}

describe('readBoundedBody', () => {
  it.each([
    ['plain', undefined, Buffer.from(TEXT)],
    ['gzip', 'gzip', gzipSync(TEXT)],
    ['br', 'br', brotliCompressSync(TEXT)],
    ['deflate', 'deflate', deflateSync(TEXT)],
    ['deflate without a header', 'deflate', deflateRawSync(TEXT)],
  ])('reads the complete body and reserves memory as the body arrives: %s', async (_, encoding, sent) => {
    const { text, held } = await read(sent, encoding);
    expect(text).toBe(TEXT);
    expect(held).toBeGreaterThan(3 * MIB);
    expect(held).toBeLessThan(7 * MIB);
  });

  it('reads a gzip body with several members', async () => {
    const parts = Buffer.concat([gzipSync(TEXT.slice(5)), gzipSync(TEXT.slice(0, 5))]);
    expect((await read(parts, 'gzip')).text).toBe(TEXT);
  });

  // What `fetch` of Node and Chromium do.
  it.each(['UTF-8', 'aws-chunked', 'gzip, aws-chunked', 'aws-chunked,gzip', 'identity, binary'])(
    'returns a body as sent if its encoding %s is not a compression',
    async (encoding) => expect((await read(Buffer.from(TEXT), encoding)).text).toBe(TEXT),
  );

  it('rejects a body whose encoding is invalid or not supported', async () => {
    const lie = gzipSync(TEXT);
    lie.writeUInt32LE(0, lie.length - 4);
    const invalid = [lie, gzipSync(TEXT).subarray(0, -9), Buffer.from(TEXT)];
    for (const sent of invalid)
      await expect(read(sent, 'gzip')).rejects.toMatchObject({ reason: 'encoding-invalid' });
    for (const encoding of ['gzip, gzip', 'zstd', 'compress', 'br, zstd'])
      await expect(read(gzipSync(TEXT), encoding)).rejects.toMatchObject({ reason: 'encoding-not-allowed' });
  });

  it('rejects a body that exceeds the limit as sent or after decompression', async () => {
    await expect(read(gzipSync(TEXT), 'gzip', 2 * MIB)).rejects.toMatchObject({ reason: 'too-large' });
    await expect(read(Buffer.from(TEXT), undefined, 2 * MIB)).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('rethrows an error from the stream of a body', async () => {
    // biome-ignore lint/correctness/useYield: it fails before the first chunk
    async function* broken(): AsyncGenerator<Buffer> {
      throw new RangeError('reset');
    }
    await expect(readBoundedBody(broken(), 'gzip', MIB)).rejects.toThrow(RangeError);
  });
});
