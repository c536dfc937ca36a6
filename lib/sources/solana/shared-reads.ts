import { LRUCache } from 'lru-cache';
import { type HoldingsProgress, outOfTime } from '@/lib/solana/holdings-events';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';

type Load<T> = (signal: AbortSignal, onProgress: (progress: HoldingsProgress) => void) => Promise<T>;

type Flight<T> = {
  promise: Promise<T>;
  cancel: AbortController;
  waiters: Set<(progress: HoldingsProgress) => void>;
  progress: HoldingsProgress;
};

export type SharedReadsOptions<T> = {
  /** How long a finished read answers later ones; 0 keeps nothing. */
  ttlMs: number;
  /** Bound on the sum of `sizeOf` of all that is kept. */
  maxSize: number;
  sizeOf: (value: T) => number;
  onCache?: (hit: 'hit' | 'shared' | 'miss') => void;
};

/**
 * Equal reads at the same time are one read, and for a short while after it too. The read goes on as long as anyone
 * waits for it, and is aborted when nobody does.
 */
export function sharedReads<T extends object>(options: SharedReadsOptions<T>) {
  const flights = new Map<string, Flight<T>>();
  const kept = new LRUCache<string, T>({
    maxSize: Math.max(options.maxSize, 1),
    sizeCalculation: (value) => Math.max(1, options.sizeOf(value)),
    ttl: Math.max(options.ttlMs, 1),
    // Without it large holdings would stay in memory until another pushes it out.
    ttlAutopurge: true,
  });

  function start(key: string, load: Load<T>): Flight<T> {
    const cancel = new AbortController();
    const waiters: Flight<T>['waiters'] = new Set();
    const flight: Flight<T> = {
      cancel,
      waiters,
      progress: { step: 'accounts', done: 0, total: 0 },
      promise: Promise.resolve() as never,
    };
    flight.promise = load(cancel.signal, (progress) => {
      flight.progress = progress;
      for (const hear of waiters) hear(progress);
    })
      .then((value) => {
        if (options.ttlMs > 0) kept.set(key, value);
        return value;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    flight.promise.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  }

  return async (
    key: string,
    load: Load<T>,
    signal: AbortSignal,
    onProgress: (progress: HoldingsProgress) => void,
  ): Promise<T> => {
    const remembered = kept.get(key);
    if (remembered !== undefined) {
      options.onCache?.('hit');
      return remembered;
    }
    if (signal.aborted) throw deadlineExceeded(signal);
    const running = flights.get(key);
    options.onCache?.(running === undefined ? 'miss' : 'shared');
    const flight = running ?? start(key, load);
    const hear = (progress: HoldingsProgress) => onProgress(progress);
    flight.waiters.add(hear);
    hear(flight.progress);
    let onAbort = () => {};
    try {
      return await Promise.race([
        flight.promise,
        new Promise<never>((_, reject) => {
          onAbort = () => reject(outOfTime(flight.progress, signal.reason));
          signal.addEventListener('abort', onAbort, { once: true });
        }),
      ]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      flight.waiters.delete(hear);
      if (flight.waiters.size === 0) {
        // A later call must not join a read that is being given up.
        if (flights.get(key) === flight) flights.delete(key);
        flight.cancel.abort();
      }
    }
  };
}
