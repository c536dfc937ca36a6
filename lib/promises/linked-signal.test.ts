import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { linkedSignal } from './request-scope';

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
