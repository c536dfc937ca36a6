import 'server-only';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { deadKeyWarning, ensureFirstProject, type FirstProject } from '@/lib/server/auth/first-project';
import { imageProcess } from '@/lib/server/images/image-process';
import { affordableBudget } from '@/lib/server/limits/heap-room';
import { createLog } from '@/lib/server/telemetry/log';
import { stdoutLog } from '@/lib/server/telemetry/log-output';
import { createMetrics } from '@/lib/server/telemetry/metrics';
import { storeState } from '@/lib/server/telemetry/store-state';
import { PageReads } from '@/lib/services/holdings/page-reads';
import { images } from '@/lib/sources/images/images';
import { openStore } from '@/lib/store/open-store';
import type { Env } from './env';
import { connectRedis } from './redis';
import { redisCache } from './redis-cache';
import { createService, type Service } from './service';
import { createSources } from './upstreams/sources';

const FIRST_PROJECT = Symbol.for('satchel.first-project');
const shared = globalThis as { [FIRST_PROJECT]?: FirstProject };

/** The project that the start made sure of; there once `getService` has resolved. */
export function firstProject(): FirstProject | undefined {
  return shared[FIRST_PROJECT];
}

/** Every part of the service, made once and in one place. */
export async function makeService(env: Env): Promise<Service> {
  const memoryBudget = affordableBudget(env.memoryBudgetBytes);
  const metrics = createMetrics();
  const log = createLog(
    env.logLevel,
    stdoutLog(() => metrics.logLinesDropped.inc()),
  );
  if (memoryBudget < env.memoryBudgetBytes)
    log.info({ memoryBudget }, 'MEMORY_BUDGET_BYTES is lowered to what the heap has room for');
  const store = await openStore({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    deadlineMs: env.requestDeadlineMs,
  });
  const project = await ensureFirstProject(env, store.projects);
  shared[FIRST_PROJECT] = project;
  if (project.isKeyDead) process.stderr.write(`${deadKeyWarning(project)}\n`);
  const imageLinkSecret = await store.secrets.getOrCreate('image-links');
  const cursorSecret = await store.secrets.getOrCreate('cursors');
  const redis =
    env.redisUrl === undefined
      ? undefined
      : connectRedis(env.redisUrl, (error) => log.warn({ err: error }, 'Redis is away'));
  const memory = new ByteBudget(memoryBudget);
  const sources = createSources(env, log, metrics, redis && redisCache(redis), memory, cursorSecret);
  const decoder = imageProcess();
  return createService({
    env,
    log,
    metrics,
    memory,
    projects: store.projects,
    usage: store.usage,
    ports: {
      solana: sources.solana,
      pageReads: new PageReads(sources.solana, memory),
      evm: sources.evm,
      bitcoin: sources.bitcoin,
      btcAccounts: store.btcAccounts,
      settings: {
        defaultEvmChainId: env.defaultEvmChainId,
        requireMatchingBtcAddress: env.requireMatchingBtcAddress,
        solanaCacheMs: env.solanaCacheMs,
      },
    },
    redis,
    images: {
      source: images({
        fetch: sources.fetch,
        gateways: sources.gateways,
        thumbnail: decoder.thumbnail,
        memory,
      }),
      secret: imageLinkSecret,
    },
    storeState: storeState(store),
    storeSize: store.size,
    upstreams: sources.upstreams,
    tokenListState: sources.tokenListState,
    close: async () => {
      decoder.close();
      await sources.close();
      redis?.disconnect();
      await store.close();
    },
  });
}
