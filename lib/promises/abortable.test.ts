import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { abortable } from './abortable';

const never = new Promise<never>(() => undefined);

describe('abortable', () => {
  it('gives on what the promise comes to, and leaves no listener', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), signal)).toBe(1);
    await expect(abortable(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('ends with the reason of the signal when that comes first', async () => {
    const controller = new AbortController();
    const ended = abortable(never, controller.signal);
    controller.abort(new Error('gone'));
    await expect(ended).rejects.toThrow('gone');
    await expect(abortable(never, controller.signal)).rejects.toThrow('gone');
  });

  it('leaves no rejection unhandled when the promise fails after the signal', async () => {
    let fail: (error: Error) => void = () => undefined;
    const failing = new Promise<never>((_, reject) => {
      fail = reject;
    });
    // A rejection that nobody handles would fail this file.
    await expect(abortable(failing, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });
});
