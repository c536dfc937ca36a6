import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PostgresConnections } from './connections';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('while a database hangs, one operation a second waits for it, and all others fail at once', async () => {
  const connections = new PostgresConnections(() => ({ end: async () => undefined }) as never, 2_000, 2_000);
  let waiting = 0;
  const hanging = () => {
    waiting++;
    return new Promise<never>(() => undefined);
  };
  const outcomes: string[] = [];
  const read = () => connections.read(hanging).catch(({ message }: Error) => void outcomes.push(message));
  void read();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcomes).toHaveLength(1);

  // The clock stands still: what has to wait would never end.
  for (let n = 0; n < 18; n++) await read();
  expect([outcomes.length, waiting]).toEqual([19, 1]);

  await vi.advanceTimersByTimeAsync(1_000);
  void read();
  await read();
  expect([outcomes.length, waiting]).toEqual([20, 2]);
});
