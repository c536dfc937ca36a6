import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { HeldBytes } from '@/lib/promises/held-bytes';
import { readBody } from './upstream-answer';

const MIB = 1024 * 1024;
const json = JSON.stringify({ result: 'x'.repeat(3 * MIB) });

/** What is read of a zipped body, and the bytes that were counted at the most. */
async function read(sent: Buffer, maxBytes = 16 * MIB) {
  const memory = new ByteBudget(64 * MIB);
  const held = new HeldBytes(memory, new AbortController().signal);
  const answer = { status: 200, headers: { 'content-encoding': 'gzip' }, bytes: sent };
  const body = await readBody(answer, maxBytes, held);
  return { text: JSON.stringify(body), held: memory.held };
}

describe('an answer that is zipped', () => {
  it('counts by the length that it tells', async () => {
    const { text, held } = await read(gzipSync(json));
    expect(text).toBe(json);
    expect(held).toBeGreaterThan(3 * MIB);
    expect(held).toBeLessThan(4 * MIB);
  });

  it('is read whole where it tells less, and counts as the largest then', async () => {
    const [one, other] = [json.slice(0, -5), json.slice(-5)].map((part) => gzipSync(part));
    const parts = Buffer.concat([one ?? Buffer.of(), other ?? Buffer.of()]);
    const { text, held } = await read(parts);
    expect(text).toBe(json);
    expect(held).toBeGreaterThan(16 * MIB);
    const lie = gzipSync(json);
    lie.writeUInt32LE(0, lie.length - 4);
    await expect(read(lie)).rejects.toThrow();
  });

  it('is refused beyond the largest', async () => {
    await expect(read(gzipSync(json), 2 * MIB)).rejects.toThrow();
  });
});
