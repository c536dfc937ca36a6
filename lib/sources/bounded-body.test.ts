import { describe, expect, it } from 'vitest';
import { readBoundedBody } from './bounded-body';

const MB = 1024 * 1024;

describe('a body of 32 MB', () => {
  it('is whole, and is put together with turns of the event loop between', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    async function* body() {
      for (let mb = 0; mb < 32; mb++) yield Buffer.alloc(MB, mb);
      setImmediate(count);
    }
    const whole = await readBoundedBody(body(), undefined, 32 * MB);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(7);
    expect(whole.length).toBe(32 * MB);
    for (let mb = 0; mb < 32; mb++)
      expect([whole[mb * MB], whole[mb * MB + MB - 1]], `MB ${mb}`).toEqual([mb, mb]);
  });
});
