import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { abortable, childScope, linkedSignal, scopeOf } from './request-scope';

const trace = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 's', flags: '01', state: undefined };

it('a child scope aborts with its parent, keeps its trace and ends no later than its parent', () => {
  const parent = new AbortController();
  const soon = performance.now() + 10;
  const later = childScope(scopeOf(parent.signal, soon, trace), { timeoutMs: 60_000 });
  expect(later.scope).toMatchObject({ deadlineAt: soon, trace });
  const earlier = childScope(scopeOf(parent.signal), { timeoutMs: 60_000 });
  expect(earlier.scope.deadlineAt).toBeLessThan(performance.now() + 60_001);
  expect(childScope(scopeOf(parent.signal)).scope.deadlineAt).toBe(Number.POSITIVE_INFINITY);
  parent.abort('left');
  expect([later, earlier].map(({ scope }) => scope.signal.reason)).toEqual(['left', 'left']);
});

it('aborting a child scope leaves its parent running', () => {
  const parent = new AbortController();
  const { scope, abort } = childScope(scopeOf(parent.signal));
  abort('enough');
  expect(scope.signal.reason).toBe('enough');
  expect(parent.signal.aborted).toBe(false);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('linkedSignal', () => {
  it('a linked signal aborts with its parent’s reason, whether the signal is created before or after the parent aborts', () => {
    const parent = new AbortController();
    const early = linkedSignal(parent.signal);
    expect(early.signal.aborted).toBe(false);
    parent.abort('left');
    const late = linkedSignal(parent.signal, { timeoutMs: 1 });
    expect([early.signal.reason, late.signal.reason]).toEqual(['left', 'left']);
  });

  it('a linked signal aborts at its timeout', () => {
    vi.useFakeTimers();
    const { signal } = linkedSignal(undefined, { timeoutMs: 1_000 });
    vi.advanceTimersByTime(999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborting a linked signal does not abort its parent', () => {
    const parent = new AbortController();
    const linked = linkedSignal(parent.signal);
    linked.abort('enough');
    expect(linked.signal.reason).toBe('enough');
    expect(parent.signal.aborted).toBe(false);
  });

  it.each(['clear', 'abort'] as const)(
    'the function %s of a linked signal removes its listener and its timer',
    (end) => {
      vi.useFakeTimers();
      const parent = new AbortController();
      const linked = linkedSignal(parent.signal, { timeoutMs: 1_000 });
      linked[end]();
      expect(getEventListeners(parent.signal, 'abort')).toHaveLength(0);
      expect(vi.getTimerCount()).toBe(0);
      parent.abort();
      expect(linked.signal.aborted).toBe(end === 'abort');
    },
  );
});

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
