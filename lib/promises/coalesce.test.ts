import { describe, expect, it } from 'vitest';
import type { TraceContext } from '@/lib/trace/trace-context';
import { Coalescer } from './coalesce';
import { type RequestScope, scopeOf } from './request-scope';

/** Creates a coalescer whose calls are settled by the test. */
function harness() {
  const calls: (Pick<RequestScope, 'signal' | 'trace'> & {
    resolve: (value: string) => void;
    reject: (error: Error) => void;
  })[] = [];
  const coalescer = new Coalescer<string>();
  const call = ({ signal, trace }: RequestScope) =>
    new Promise<string>((resolve, reject) => calls.push({ signal, trace, resolve, reject }));
  const run = (key: string, signal?: AbortSignal, trace?: TraceContext) =>
    coalescer.run(key, call, signal && scopeOf(signal, undefined, trace));
  return { calls, coalescer, run };
}

describe('Coalescer', () => {
  it('concurrent calls with the same key share one run, whose result is not cached', async () => {
    const { calls, coalescer, run } = harness();
    const answers = [run('a'), run('a', new AbortController().signal), run('b')];
    expect([calls.length, coalescer.has('a'), coalescer.has('b')]).toEqual([2, true, true]);
    calls[0]?.resolve('one');
    calls[1]?.resolve('two');
    expect(await Promise.all(answers)).toEqual(['one', 'one', 'two']);
    expect([coalescer.has('a'), coalescer.has('b')]).toEqual([false, false]);
    expect(calls[0]?.signal.aborted).toBe(false);
    void run('a');
    expect(calls).toHaveLength(3);
  });

  it('a failed run rejects all waiting calls, and the next call starts a new run', async () => {
    const { calls, run } = harness();
    const waiting = [run('a'), run('a')];
    calls[0]?.reject(new Error('failed'));
    for (const each of waiting) await expect(each).rejects.toThrow('failed');
    const again = run('a');
    calls[1]?.resolve('well');
    expect(await again).toBe('well');
  });

  it('a shared run continues while a caller waits, and is aborted when the last caller leaves', async () => {
    const { calls, coalescer, run } = harness();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = run('a', one.signal);
    const second = run('a', two.signal);
    one.abort(new Error('one left'));
    await expect(first).rejects.toThrow('one left');
    expect(calls[0]?.signal.aborted).toBe(false);
    two.abort(new Error('two left'));
    await expect(second).rejects.toThrow('two left');
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(coalescer.has('a')).toBe(false);
  });

  it('a new run starts after an aborted one, and is not affected when the aborted run ends', async () => {
    const { calls, coalescer, run } = harness();
    const leaving = new AbortController();
    const first = run('a', leaving.signal);
    leaving.abort();
    await expect(first).rejects.toThrow();
    const second = run('a');
    expect(calls).toHaveLength(2);
    calls[0]?.reject(new Error('aborted'));
    await new Promise(setImmediate);
    expect(coalescer.has('a')).toBe(true);
    calls[1]?.resolve('well');
    expect(await second).toBe('well');
  });

  it('merged calls run with the trace of the first caller', async () => {
    const { calls, run } = harness();
    const trace = (traceId: string) => ({ traceId, spanId: 'span', flags: '01', state: undefined });
    void run('a', new AbortController().signal, trace('first'));
    void run('a', new AbortController().signal, trace('second'));
    expect(calls.map((call) => call.trace?.traceId)).toEqual(['first']);
  });

  it('no run starts for a caller whose signal is already aborted', async () => {
    const { calls, run } = harness();
    await expect(run('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(calls).toHaveLength(0);
  });

  it('a caller that leaves twice is counted only once', async () => {
    const { calls, coalescer, run } = harness();
    const staying = run('a');
    const { leave } = coalescer.join('a', () => Promise.reject(new Error('not called')));
    leave();
    leave();
    expect(calls[0]?.signal.aborted).toBe(false);
    calls[0]?.resolve('well');
    expect(await staying).toBe('well');
  });

  it('a new run starts after a run that threw synchronously', async () => {
    const coalescer = new Coalescer<string>();
    const throwing = () => {
      throw new Error('at once');
    };
    await expect(coalescer.run('a', throwing)).rejects.toThrow('at once');
    expect(await coalescer.run('a', async () => 'well')).toBe('well');
  });
});
