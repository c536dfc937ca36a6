import { abortable } from './abortable';
import { inheritWork } from './inherit-work';
import { WorkSignal } from './work-signal';

type Running<T> = { result: Promise<T>; work: WorkSignal; waiting: number };

/**
 * Makes equal calls at the same time one call. It goes on as long as anyone waits for it, and is aborted when nobody
 * does. Nothing is remembered once it has settled.
 */
export class Coalescer<T> {
  private readonly running = new Map<string, Running<T>>();

  /** How many calls are under way. */
  get size(): number {
    return this.running.size;
  }

  /** Whether a call under this key is under way. */
  has(key: string): boolean {
    return this.running.has(key);
  }

  /**
   * Joins the call that is under way under `key`, or starts it.
   * @param call is given a signal that is aborted when nobody waits for it any more
   * @param signal of this waiter alone; without one it waits to the end
   * @throws the reason of `signal` when it is aborted first, else what the call throws
   */
  async run(key: string, call: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const { result, leave } = this.join(key, call, signal);
    try {
      return await (signal === undefined ? result : abortable(result, signal));
    } finally {
      leave();
    }
  }

  /**
   * As `run`, for a waiter without a signal, of which there may be ten thousand: a signal and a listener on it cost
   * more than all the rest.
   * @param signal of this waiter, for its trace only
   * @returns the call's result, and what ends this waiter's interest in it; the result settles all the same
   */
  join(
    key: string,
    call: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): { result: Promise<T>; leave: () => void } {
    const running = this.running.get(key) ?? this.start(key, call, signal);
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

  /** @param first of the waiter that starts it: the call belongs to its trace, whoever joins */
  private start(
    key: string,
    call: (signal: AbortSignal) => Promise<T>,
    first: AbortSignal | undefined,
  ): Running<T> {
    const work = new WorkSignal();
    inheritWork(first, work);
    const running = { result: call(work), work, waiting: 0 };
    this.running.set(key, running);
    const forget = () => void this.forget(key, running);
    running.result.then(forget, forget);
    return running;
  }

  /** A later call starts anew, and never joins one that is over or given up. False when it was forgotten before. */
  private forget(key: string, running: Running<T>): boolean {
    return this.running.get(key) === running && this.running.delete(key);
  }
}
