import 'server-only';
import { getHeapStatistics } from 'node:v8';
import { ConfigurationError } from '@/lib/server/env';

const MIB = 1024 * 1024;

/** Smallest heap, in bytes, in which the service survived a burst of large listings in measurements. */
const MIN_HEAP_BYTES = 256 * MIB;
/** Part of the heap that is reserved for code, caches and small requests, in bytes. */
const RESERVED_BYTES = 160 * MIB;

/** Maximum memory of all calls in flight, in bytes. */
const MAX_BUDGET_BYTES = 512 * MIB;

/**
 * Returns the memory budget of this process, in bytes: its share of the maximum, at most half of its heap, and at most
 * its heap minus the reserve.
 * @throws ConfigurationError if the heap is too small
 */
export function memoryBudget(share: number, heapBytes: number = getHeapStatistics().heap_size_limit): number {
  if (heapBytes < MIN_HEAP_BYTES)
    throw new ConfigurationError([
      `the heap of this process is limited to ${Math.floor(heapBytes / MIB)} MiB and must be ${MIN_HEAP_BYTES / MIB} MiB or more: give it more memory, or raise --max-old-space-size in NODE_OPTIONS`,
    ]);
  return Math.min(MAX_BUDGET_BYTES * share, Math.floor(heapBytes / 2), heapBytes - RESERVED_BYTES);
}

/**
 * Returns the heap limit of the worker thread and of the web process, in MB: half of this process's limit, but at least
 * the minimum.
 */
export const halfHeapMb = (): number =>
  Math.floor(Math.max(MIN_HEAP_BYTES, getHeapStatistics().heap_size_limit / 2) / MIB);
