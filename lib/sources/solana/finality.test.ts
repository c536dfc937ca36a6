import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { Finality } from './finality';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Checks several times, a minute apart, and returns the number of requests and the commitment. */
async function checked(answers: (() => Promise<unknown>)[]) {
  let requests = 0;
  const finality = new Finality(
    () => answers[Math.min(requests++, answers.length - 1)]?.() ?? Promise.reject(),
  );
  for (let i = 0; i < 4; i++) {
    finality.check();
    finality.check();
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(60_000);
  }
  return [requests, finality.commitment];
}
const failing = () => Promise.reject(new UpstreamCallError(-32000, 'not now'));
const unknown = () => Promise.reject(new UpstreamCallError(-32601, 'Method not found'));
const none = async () => null;
const certificate = async () => ({});

it('requests the certificate again after a minute if the node fails or returns null', async () => {
  expect(await checked([failing])).toEqual([4, 'confirmed']);
  expect(await checked([none])).toEqual([4, 'confirmed']);
  expect(await checked([failing, none, certificate])).toEqual([3, 'finalized']);
});

it('requests the certificate once if the node returns it or does not know the method', async () => {
  expect(await checked([certificate])).toEqual([1, 'finalized']);
  expect(await checked([unknown, certificate])).toEqual([1, 'confirmed']);
});
