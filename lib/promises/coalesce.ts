import { abortable } from './abortable';

type Running<T> = { result: Promise<T>; controller: AbortController; waiting: number };

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
    const running = this.running.get(key) ?? this.start(key, call);
    running.waiting += 1;
    try {
      return await (signal === undefined ? running.result : abortable(running.result, signal));
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0 && this.forget(key, running)) running.controller.abort();
    }
  }

  private start(key: string, call: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const running = { result: call(controller.signal), controller, waiting: 0 };
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
