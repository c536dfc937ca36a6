import 'server-only';
import type { SharedCache } from '@/lib/sources/shared-cache';
import type { Redis } from './redis';

/**
 * The second-level cache of several instances, in Redis. It fails open: when Redis is unavailable, slow or
 * wrong, an instance asks the source itself, and no answer is late or wrong for it.
 */
export function redisCache(redis: Redis): SharedCache {
  return {
    async get(key) {
      if (redis.status !== 'ready') return undefined;
      try {
        return (await redis.get(`satchel:${key}`)) ?? undefined;
      } catch {
        return undefined;
      }
    },
    async set(key, value, ttlMs) {
      if (redis.status !== 'ready') return;
      try {
        await redis.set(`satchel:${key}`, value, 'PX', Math.max(1, Math.round(ttlMs)));
      } catch {
        // The next call asks the source again.
      }
    },
  };
}
