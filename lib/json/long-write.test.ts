import { describe, expect, it } from 'vitest';
import { loopRounds, spin } from '@/lib/testing/loop/loop-rounds';
import { writeJson } from './exact-write';
import { isLong, writeLongJson, writeWithItems } from './long-write';

const textOf = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString();

describe('writeLongJson', () => {
  const list = Array.from({ length: 1001 }, (_, i) => ({ name: `"},{"${i}`, amount: BigInt(i), list: [i] }));

  it('writes what writeJson writes', async () => {
    const sparse = [1, undefined, null];
    const value = { lamports: 1n, list, tokens: [], none: undefined, exact: list.slice(0, 250), sparse };
    expect(isLong(value)).toBe(true);
    expect(isLong({ exact: value.exact })).toBe(false);
    expect(textOf(await writeLongJson(value))).toBe(writeJson(value));
    expect(writeWithItems(value, writeJson)).toBe(writeJson(value));
    expect(textOf(await writeLongJson({}))).toBe('{}');
    expect(writeWithItems({}, writeJson)).toBe('{}');
  });

  it('writes what is long in pieces, cut at any character', async () => {
    const texts = Array.from({ length: 300 }, (_, i) => `${i} ${'ж😀é"'.repeat(i * 10)}`);
    const pieces = await writeLongJson({ texts });
    expect(JSON.parse(textOf(pieces))).toEqual({ texts });
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(512 * 1024);
  });

  it('yields to the event loop', async () => {
    const slow = list.map((item) => ({
      ...item,
      get name() {
        const until = performance.now() + 0.1;
        while (performance.now() < until);
        return item.name;
      },
    }));
    let rounds = 0;
    const beat = setInterval(() => rounds++, 0);
    // 100 ms of work and more: in one go, the timer would not fire.
    await writeLongJson({ slow });
    clearInterval(beat);
    expect(rounds).toBeGreaterThan(2);
  });

  it('yields between few items that are large', async () => {
    const large = Array.from({ length: 12 }, (_, i) => ({
      get document() {
        spin();
        return i;
      },
    }));
    expect(isLong({ large })).toBe(false);
    expect(isLong({ large }, 1)).toBe(true);
    expect(await loopRounds(() => writeLongJson({ large }))).toBeGreaterThanOrEqual(11);
  });
});
