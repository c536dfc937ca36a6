/**
 * A bounded number of permits. Waiting callers have one queue per key. The queues are served round-robin, and each
 * queue in order of arrival, so that hundreds of calls with one key do not delay others.
 */
export class Semaphore {
  /** Functions that grant a permit to a waiting caller, by key; the first queue is served next. */
  private readonly queues = new Map<unknown, Set<() => void>>();
  /** Permits in use, by key. */
  private readonly held = new KeyedCounts<unknown>();

  /** @param perKey maximum number of permits of one key */
  constructor(
    private total: number,
    private readonly perKey = Number.POSITIVE_INFINITY,
  ) {}

  /** Number of free permits. */
  get free(): number {
    return Math.max(0, this.total - this.held.total);
  }

  /** Changes the total number of permits. Permits in use are not revoked. */
  resize(total: number): void {
    this.total = total;
    this.serve();
  }

  /**
   * Waits for a permit.
   * @param key the queue to wait in, such as a visitor; by default, each signal has a separate queue
   * @returns a function that releases the permit
   * @throws the signal's reason if it is aborted first
   */
  acquire(signal: AbortSignal, key: unknown = signal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.free > 0 && !this.isFull(key)) return resolve(this.take(key));
      const queue = this.queues.get(key) ?? new Set();
      this.queues.set(key, queue);
      const grant = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(this.take(key));
      };
      const giveUp = () => {
        queue.delete(grant);
        reject(signal.reason);
      };
      queue.add(grant);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private take(key: unknown): () => void {
    this.held.add(key, 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.held.add(key, -1);
      this.serve();
    };
  }

  private isFull = (key: unknown): boolean => this.held.of(key) >= this.perKey;

  private serve(): void {
    for (const [key, queue] of this.queues) {
      if (this.free === 0) return;
      if (this.isFull(key)) continue;
      // Deleting and adding a queue moves it to the end of the map, where the iterator will reach it again.
      this.queues.delete(key);
      const [grant] = queue;
      if (grant === undefined) continue;
      queue.delete(grant);
      this.queues.set(key, queue);
      grant();
    }
  }
}

/** A rate limit: in any window of `perMs`, at most `calls` calls of a method may start. */
export type Pace = { calls: number; perMs: number };

/** Enforces a rate limit for each method. A call holds a permit for the whole window, even if it ends earlier. */
export class Pacer {
  private readonly methods = new Map<string, Semaphore>();

  constructor(private readonly pace: Pace) {}

  /**
   * Waits until a call may start.
   * @throws the signal's reason if it is aborted first
   */
  async waitForStart(method: string, signal: AbortSignal): Promise<void> {
    const { calls, perMs } = this.pace;
    const permits = this.methods.get(method) ?? new Semaphore(calls);
    this.methods.set(method, permits);
    const release = await permits.acquire(signal);
    setTimeout(release, perMs).unref();
  }
}

/** Counts by key, such as the requests in flight of each visitor. Forgets a key when its count is 0. */
export class KeyedCounts<Key> {
  private readonly counts = new Map<Key, number>();
  /** Sum of all counts. */
  total = 0;

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: Key, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
    this.total += change;
  }
}
