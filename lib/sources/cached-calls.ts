import { setMaxListeners } from 'node:events';
import { Coalescer } from '@/lib/promises/coalesce';
import type { RequestScope } from '@/lib/promises/request-scope';
import { deadlineExceeded } from '@/lib/sources/transport/upstream-errors';
import type { TtlCache } from '@/lib/ttl-cache';

/**
 * Caches results by key. Concurrent calls with the same key share one request, which continues while at least one
 * caller waits.
 * @param ttlOf how long to cache a result, in ms; 0 means not at all
 * @throws `deadline-exceeded` for a caller whose signal is aborted
 */
export function cachedCalls<T extends {}>(cache: TtlCache<string, T>, ttlOf: (answer: T) => number) {
  const calls = new Coalescer<T>();
  return async (key: string, call: (shared: RequestScope) => Promise<T>, scope: RequestScope) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const callAndCache = async (shared: RequestScope) => {
      const answer = await call(shared);
      const ttl = ttlOf(answer);
      if (ttl > 0) cache.set(key, answer, { ttl });
      return answer;
    };
    setMaxListeners(0, scope.signal); // a call with 100 configs adds 100 listeners, and removes them
    try {
      return await calls.run(key, callAndCache, scope);
    } catch (thrown) {
      throw scope.signal.aborted ? deadlineExceeded(scope.signal, thrown) : thrown;
    }
  };
}
