import 'server-only';
import { Redis } from 'ioredis';

export type { Redis };

/**
 * Creates a connection whose commands fail immediately while Redis is unavailable, because limits work without it.
 */
export function connectRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    // Commands of one event loop turn are sent together.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: 500,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2000),
  });
  redis.on('error', onError);
  return redis;
}
