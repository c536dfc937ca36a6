import { abortable, type RequestScope, scopeOf } from './request-scope';

type Running<T> = { result: Promise<T>; work: AbortController; waiting: number };

/**
 * Merges concurrent calls with the same key into one call, which is aborted when the last caller stops waiting.
 * Results are not cached.
 * @example
 * const reads = new Coalescer<Holdings>();
 * // Two callers at the same time cause one read.
 * await Promise.all([first, second].map((scope) => reads.run(owner, (shared) => read(owner, shared), scope)));
 */
export class Coalescer<T> {
  private readonly running = new Map<string, Running<T>>();

  /** Whether a call with this key is in flight. */
  has(key: string): boolean {
    return this.running.has(key);
  }

  /**
   * Joins the call in flight for `key`, or starts it.
   * @param call runs in a new scope, with the trace of the caller that started it and without a deadline
   * @param waiter scope of this caller; without a scope, the caller waits until the call settles
   * @throws the reason of the waiter's signal if it is aborted first, otherwise the error of the call
   */
  async run(key: string, call: (scope: RequestScope) => Promise<T>, waiter?: RequestScope): Promise<T> {
    waiter?.signal.throwIfAborted();
    const { result, leave } = this.join(key, call, waiter);
    try {
      return await (waiter === undefined ? result : abortable(result, waiter.signal));
    } finally {
      leave();
    }
  }

  /**
   * Like `run`, but does not listen to the waiter's signal, which would be too slow for ten thousand waiters. Callers
   * must call `leave` when they stop waiting. The returned result still settles afterwards.
   */
  join(
    key: string,
    call: (scope: RequestScope) => Promise<T>,
    waiter?: RequestScope,
  ): { result: Promise<T>; leave: () => void } {
    const running = this.running.get(key) ?? this.start(key, call, waiter);
    running.waiting += 1;
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      running.waiting -= 1;
      if (running.waiting === 0 && this.forget(key, running)) running.work.abort();
    };
    return { result: running.result, leave };
  }

  private start(
    key: string,
    call: (scope: RequestScope) => Promise<T>,
    first: RequestScope | undefined,
  ): Running<T> {
    const work = new AbortController();
    const running = { result: call(scopeOf(work.signal, undefined, first?.trace)), work, waiting: 0 };
    this.running.set(key, running);
    const forget = () => void this.forget(key, running);
    running.result.then(forget, forget);
    return running;
  }

  /** Removes a call, so that later callers start a new one. Returns false if it had already been removed. */
  private forget(key: string, running: Running<T>): boolean {
    return this.running.get(key) === running && this.running.delete(key);
  }
}
