import { Redis } from 'ioredis';
import type { Env } from '@/lib/server/env';
import { inspectStore, isPostgresLocation, locationOf } from '@/lib/store/open';
import { type Check, failed, knownCheck, ok } from './check';
import { timed } from './endpoint';

/** Returns the check of the store. The check rolls back its test write and does not create a missing file. */
export function storeCheck(env: Env): Check {
  const location = locationOf(env);
  const variable = isPostgresLocation(location) ? 'DATABASE_URL' : 'DATA_DIR';
  return {
    what: isPostgresLocation(location) ? 'Store Postgres' : 'Store SQLite',
    otherwise: { status: 'failed', set: `${variable}: a store that can be opened` },
    async run() {
      const { value, ms } = await timed(() => inspectStore(location));
      const { version, expected, isWritable } = value;
      if (version > expected)
        return failed(
          `schema ${version} of a newer Satchel; this one knows ${expected}`,
          'start the newer version',
        );
      if (!isWritable) return failed('can be read, not written', `${variable}: a writable store`);
      const schema =
        version === 0
          ? 'new, created at the first start'
          : version < expected
            ? `schema ${version}, updated to ${expected} at the next start`
            : `schema ${version}`;
      return ok(`${schema}, writable, ${ms} ms`);
    },
  };
}

/** Returns the check that Redis can be reached. */
export function redisCheck({ redisUrl }: Env): Check {
  if (redisUrl === undefined)
    return knownCheck('Redis', { status: 'not set', found: 'each instance counts rate limits by itself' });
  return {
    what: 'Redis',
    otherwise: { status: 'failed', set: 'REDIS_URL: a Redis that answers' },
    async run() {
      const redis = new Redis(redisUrl, {
        lazyConnect: true,
        connectTimeout: 5_000,
        commandTimeout: 5_000,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
      });
      // Only this event contains the reason why a connection failed.
      let failure: Error | undefined;
      redis.on('error', (error) => {
        failure = error;
      });
      try {
        await redis.connect();
        await redis.ping();
        const { ms } = await timed(() => redis.ping());
        return ok(`answers in ${ms} ms`);
      } catch (thrown) {
        throw failure ?? thrown;
      } finally {
        redis.disconnect();
      }
    },
  };
}
