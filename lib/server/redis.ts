import 'server-only';
import { Redis as RedisClient } from 'ioredis';
import { createRedisMetrics, type Metrics } from './telemetry/metrics';

/** A connection that measures the commands passed to `timed`. */
export type Redis = RedisClient & { timed: <T>(command: () => Promise<T>) => Promise<T> };

/**
 * Creates a connection whose commands fail immediately while Redis is unavailable, because limits work without it.
 */
export function connectRedis(url: string, processMetrics: Metrics, onError: (error: Error) => void): Redis {
  const redis = new RedisClient(url, {
    enableOfflineQueue: false,
    // Commands of one event loop turn are sent together.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: 500,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2000),
  });
  const metrics = createRedisMetrics(processMetrics, () => redis.status === 'ready');
  redis.on('error', (error) => {
    metrics.errors.inc();
    onError(error);
  });
  return Object.assign(redis, {
    async timed<T>(command: () => Promise<T>): Promise<T> {
      const end = metrics.duration.startTimer();
      try {
        return await command();
      } catch (thrown) {
        // When a limit is reached, the rate limiter rejects with a value that is not an error.
        if (thrown instanceof Error) metrics.errors.inc();
        throw thrown;
      } finally {
        end();
      }
    },
  });
}
