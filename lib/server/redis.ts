import 'server-only';
import { Redis as RedisClient } from 'ioredis';
import { createRedisMetrics, type Metrics } from './telemetry/metrics';

/** A connection that measures the commands passed to `timed`. */
export type Redis = RedisClient & { timed: <T>(command: () => Promise<T>) => Promise<T> };

/**
 * Creates a connection to Redis. Its commands fail immediately while Redis is unavailable, because limits work without
 * Redis.
 */
export function connectRedis(url: string, processMetrics: Metrics, onError: (error: Error) => void): Redis {
  const redis = new RedisClient(url, {
    enableOfflineQueue: false,
    // Send the commands of one event loop turn together.
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
        // Do not count a reached limit as an error: the rate limiter then rejects with a value that is not an `Error`.
        if (thrown instanceof Error) metrics.errors.inc();
        throw thrown;
      } finally {
        end();
      }
    },
  });
}
