import 'server-only';
import { getHeapStatistics } from 'node:v8';
import { ConfigurationError } from '@/lib/server/env';

const MIB = 1024 * 1024;

/** The smallest heap in which a burst of large listings was seen to be refused in an orderly way. */
const MIN_HEAP_BYTES = 256 * MIB;
/** Memory of code, caches and requests that the budget does not count (`lib/cache-sizes.ts` sums up the caches). */
const RESERVED_BYTES = 160 * MIB;

/**
 * The memory budget that the heap of this process has room for: at most half of it, and what is left after the
 * reserve.
 * @param configured `MEMORY_BUDGET_BYTES`
 * @throws ConfigurationError when the heap is too small for the service
 */
export function affordableBudget(
  configured: number,
  heapBytes: number = getHeapStatistics().heap_size_limit,
): number {
  if (heapBytes < MIN_HEAP_BYTES)
    throw new ConfigurationError([
      `the heap of this process is limited to ${Math.floor(heapBytes / MIB)} MiB and must be ${MIN_HEAP_BYTES / MIB} MiB or more: give it more memory, or raise --max-old-space-size in NODE_OPTIONS`,
    ]);
  return Math.min(configured, Math.floor(heapBytes / 2), heapBytes - RESERVED_BYTES);
}

/** Heap limit of the worker thread and of the web process in MB: half of this one's, and at least the smallest. */
export const halfHeapMb = (): number =>
  Math.floor(Math.max(MIN_HEAP_BYTES, getHeapStatistics().heap_size_limit / 2) / MIB);
