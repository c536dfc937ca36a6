import { cacheBytes } from '@/lib/cache-sizes';
import { LapsingCache } from '@/lib/lapsing-cache';
import { Coalescer } from '@/lib/promises/coalesce';
import type { RequestScope } from '@/lib/promises/request-scope';
import { type HoldingsProgress, outOfTime } from '@/lib/solana/holdings-events';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';

type OnProgress = (progress: HoldingsProgress) => void;
type Load<T> = (scope: RequestScope, onProgress: OnProgress) => Promise<T>;

/** How far a read under way has come, and who is told of it. */
type Watched = { progress: HoldingsProgress; listeners: Set<OnProgress> };

export type SharedReadsOptions<T> = {
  /** How long a finished read answers later ones; 0 keeps nothing. */
  ttlMs: number;
  /** Bytes that a read takes in memory. */
  sizeOf: (value: T) => number;
  onCache?: (hit: 'hit' | 'shared' | 'miss') => void;
};

/** Equal reads at the same time are one read (`Coalescer`), and for a short while after it too. */
export function sharedReads<T extends object>(options: SharedReadsOptions<T>) {
  const reads = new Coalescer<T>();
  const watched = new Map<string, Watched>();
  const kept = new LapsingCache<string, T>({
    maxSize: cacheBytes('holdings'),
    sizeCalculation: (value) => Math.max(1, options.sizeOf(value)),
    ttl: Math.max(options.ttlMs, 1),
  });

  async function readAndKeep(key: string, load: Load<T>, scope: RequestScope): Promise<T> {
    const read: Watched = { progress: { step: 'accounts', done: 0, total: 0 }, listeners: new Set() };
    watched.set(key, read);
    try {
      const value = await load(scope, (progress) => {
        read.progress = progress;
        for (const listener of read.listeners) listener(progress);
      });
      if (options.ttlMs > 0) kept.set(key, value);
      return value;
    } finally {
      if (watched.get(key) === read) watched.delete(key);
    }
  }

  return async (key: string, load: Load<T>, scope: RequestScope, onProgress: OnProgress): Promise<T> => {
    const remembered = kept.get(key);
    if (remembered !== undefined) {
      options.onCache?.('hit');
      return remembered;
    }
    if (scope.signal.aborted) throw deadlineExceeded(scope.signal);
    options.onCache?.(reads.has(key) ? 'shared' : 'miss');
    const listener: OnProgress = (progress) => onProgress(progress);
    const reading = reads.run(key, (anyone) => readAndKeep(key, load, anyone), scope);
    const read = watched.get(key);
    if (read === undefined) return reading; // over already
    read.listeners.add(listener);
    listener(read.progress);
    try {
      return await reading;
    } catch (thrown) {
      throw scope.signal.aborted ? outOfTime(read.progress, scope.signal.reason) : thrown;
    } finally {
      read.listeners.delete(listener);
    }
  };
}
