import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { abortable } from './request-scope';

const never = new Promise<never>(() => undefined);

describe('abortable', () => {
  it('an abortable promise settles like the original one and removes its abort listener', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), signal)).toBe(1);
    await expect(abortable(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('an abortable promise rejects with the signal’s reason if the signal is aborted first', async () => {
    const controller = new AbortController();
    const ended = abortable(never, controller.signal);
    controller.abort(new Error('gone'));
    await expect(ended).rejects.toThrow('gone');
    await expect(abortable(never, controller.signal)).rejects.toThrow('gone');
  });

  it('an abortable promise leaves no unhandled rejection if the original one fails after the abort', async () => {
    let fail: (error: Error) => void = () => undefined;
    const failing = new Promise<never>((_, reject) => {
      fail = reject;
    });
    // The test fails if there is an unhandled rejection, because vitest reports it.
    await expect(abortable(failing, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });
});
