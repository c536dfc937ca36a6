import 'server-only';
import { Redis } from 'ioredis';

export type { Redis };

/**
 * A connection that fails fast: limits work without it, so a command never waits for a Redis that is unavailable.
 */
export function connectRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    // Commands of one turn of the event loop travel together.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: 500,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2000),
  });
  redis.on('error', onError);
  return redis;
}
