import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { Finality } from './finality';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Checks several times, a minute apart, and returns the number of questions and the commitment. */
async function checked(answers: (() => Promise<unknown>)[]) {
  let asked = 0;
  const finality = new Finality(() => answers[Math.min(asked++, answers.length - 1)]?.() ?? Promise.reject());
  for (let i = 0; i < 4; i++) {
    finality.check();
    finality.check();
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(60_000);
  }
  return [asked, finality.commitment];
}
const failing = () => Promise.reject(new UpstreamCallError(-32000, 'not now'));
const unknown = () => Promise.reject(new UpstreamCallError(-32601, 'Method not found'));
const none = async () => null;
const certificate = async () => ({});

it('a node that fails or has no certificate yet is asked again after a minute', async () => {
  expect(await checked([failing])).toEqual([4, 'confirmed']);
  expect(await checked([none])).toEqual([4, 'confirmed']);
  expect(await checked([failing, none, certificate])).toEqual([3, 'finalized']);
});

it('a node that returned a certificate, or does not know the method, is not asked again', async () => {
  expect(await checked([certificate])).toEqual([1, 'finalized']);
  expect(await checked([unknown, certificate])).toEqual([1, 'confirmed']);
});
