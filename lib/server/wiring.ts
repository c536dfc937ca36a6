import 'server-only';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { ensureFirstProject, invalidKeyWarning } from '@/lib/server/auth/first-project';
import { defaultEvmChain } from '@/lib/server/env/served-chains';
import { imageProcess } from '@/lib/server/images/image-process';
import { halfHeapMb, memoryBudget } from '@/lib/server/limits/heap-room';
import { createLog } from '@/lib/server/telemetry/log';
import { storeState } from '@/lib/server/telemetry/store-state';
import { HoldingsStreamCache } from '@/lib/services/holdings-streams/holdings-stream-cache';
import { images } from '@/lib/sources/images/images';
import { checkListFile } from '@/lib/sources/solana/token-list/token-lists';
import { openStore } from '@/lib/store/open';
import type { Env } from './env';
import { connectRedis } from './redis';
import { createService, type Service, type ServiceParts } from './service';
import { type LogDestination, stdoutLog } from './telemetry/log';
import { createProcessMetrics } from './telemetry/metrics';
import { measureStore, storeObserver } from './telemetry/store-state';
import { createSources } from './upstreams/sources';
import { MethodWorker } from './worker/method-worker';

/**
 * Role of a process. `api` serves the API and starts the web process; `web` serves the dashboard behind it; `all`
 * serves everything in one process (`next start`, or no dashboard).
 */
export type ProcessRole = 'api' | 'web' | 'all';

export type ServiceOptions = Pick<ServiceParts, 'forwarderSecret' | 'startSpan' | 'webProcess'> & {
  role?: ProcessRole;
  /** Destination of the log; stdout by default. */
  logDestination?: LogDestination;
};

/** Overrides that remove secrets from the settings of a worker thread. */
const WITHOUT_SECRETS = {
  projectServerKey: undefined,
  databaseUrl: undefined,
  redisUrl: undefined,
  metricsToken: undefined,
};

/**
 * Creates every part of the service (composition root). Processes with the roles `api` and `web` share one store, and
 * each gets half of the memory and of every upstream's limits. Only `api` migrates the store and creates the first
 * project.
 */
export async function makeService(
  env: Env,
  { role = 'all', logDestination, ...options }: ServiceOptions = {},
): Promise<Service> {
  const share = role === 'all' ? 1 : 1 / 2;
  const budget = memoryBudget(share);
  // Not in the web process, which restarts: the file may be missing for a moment.
  if (role !== 'web') await checkListFile(env.tokenList);
  const { databaseUrl } = env;
  const { startSpan, webProcess } = options;
  const metrics = createProcessMetrics(role, databaseUrl, budget, webProcess);
  const log = createLog(
    env.logLevel,
    logDestination ?? stdoutLog(() => metrics.logLinesDropped.inc()),
    role === 'web' ? 'web' : 'api',
  );
  const store = await openStore({
    databaseUrl,
    dataDir: env.dataDir,
    deadlineMs: env.requestDeadlineMs,
    migrate: role !== 'web',
    onWritable: (isWritable, cause) =>
      isWritable
        ? log.warn('the store takes writes again: lookups are recorded')
        : log.warn({ err: cause }, 'the store takes no writes: lookups are answered but not recorded'),
    observe: storeObserver(metrics),
  });
  const state = storeState(store);
  const firstProject = role === 'web' ? undefined : await ensureFirstProject(env, store.projects);
  if (firstProject?.isKeyInvalid) process.stderr.write(`${invalidKeyWarning(firstProject)}\n`);
  const imageLinkSecret = await store.secrets.getOrCreate('image-links');
  const cursorSecret = await store.secrets.getOrCreate('cursors');
  const redis =
    env.redisUrl === undefined
      ? undefined
      : connectRedis(env.redisUrl, metrics, (error) => log.warn({ err: error }, 'Redis is unavailable'));
  const memory = new ByteBudget(budget);
  const sources = createSources(env, { log, metrics, memory, cursorSecret, share, startSpan });
  // A web process needs no worker: it reads large wallets in its own thread.
  const worker =
    role === 'web'
      ? undefined
      : new MethodWorker({
          data: {
            env: { ...env, ...WITHOUT_SECRETS },
            cursorSecret,
            memoryBytes: budget,
            maxHeapMb: halfHeapMb(),
          },
          transports: sources.solanaTransports,
          fetch: sources.fetch,
          commitments: sources.commitments,
          log,
        });
  // Only a process that serves images decodes them.
  const decoder = role === 'api' ? undefined : imageProcess();
  return createService({
    env,
    log,
    metrics,
    memory,
    projects: store.projects,
    usage: store.usage,
    ports: {
      solana: sources.solana,
      holdingsStreams: new HoldingsStreamCache(sources.solana),
      evm: sources.evm,
      bitcoin: sources.bitcoin,
      btcAccounts: store.btcAccounts,
      settings: {
        defaultEvmChainId: defaultEvmChain(env),
        solanaCacheMs: env.solanaCacheMs,
        solanaForward: env.solanaForward,
      },
    },
    ...(worker && { large: { worker, solana: sources.smallSolana } }),
    redis,
    images: decoder && {
      source: images({
        fetch: sources.fetch,
        gateways: sources.gateways,
        documentImage: sources.documentImage,
        thumbnail: decoder.thumbnail,
        memory,
      }),
      secret: imageLinkSecret,
    },
    firstProject,
    ...options,
    storeState: state,
    measureStore: async () => {
      if (role !== 'web') await measureStore(metrics, state, store.size);
    },
    upstreams: sources.upstreams,
    commitments: sources.commitments,
    tokenListState: sources.tokenListState,
    close: async () => {
      decoder?.close();
      await worker?.close();
      await sources.close();
      redis?.disconnect();
      await store.close();
    },
  });
}
