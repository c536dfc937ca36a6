import 'server-only';
import { randomBytes } from 'node:crypto';
import { AggregatorRegistry } from 'prom-client';
import type { ProjectStore, UsageStore } from '@/lib/projects/project-store';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { servedDocuments } from '@/lib/rpc/document/served-documents';
import { methods } from '@/lib/rpc/methods';
import { createRegistry } from '@/lib/rpc/registry';
import { runMethod } from '@/lib/rpc/run-method';
import { Authenticator } from '@/lib/server/auth/authenticator';
import type { FirstProject } from '@/lib/server/auth/first-project';
import { pageToken } from '@/lib/server/auth/same-origin';
import { serviceUrl } from '@/lib/server/env/public-url';
import {
  createOperatorPaths,
  type DashboardState,
  type OperatorDeps,
} from '@/lib/server/http/operator-endpoints';
import { tracedEndpoint } from '@/lib/server/http/request-spans';
import { createImageLinks } from '@/lib/server/images/image-endpoints';
import { InFlightLimiter } from '@/lib/server/limits/in-flight-limiter';
import { portsOfProjects, portsOfVisitors } from '@/lib/server/limits/new-records';
import { createLimiter } from '@/lib/server/limits/rate-limiter';
import { VisitorGate } from '@/lib/server/limits/visitor-gate';
import type { Log } from '@/lib/server/telemetry/log';
import type { Metrics } from '@/lib/server/telemetry/metrics';
import { ProjectUsage } from '@/lib/server/telemetry/project-usage';
import { requestLog } from '@/lib/server/telemetry/request-log';
import type { Ports } from '@/lib/services/ports';
import type { SolanaSource } from '@/lib/solana/solana-source';
import type { images } from '@/lib/sources/images/images';
import type { StartSpan } from '@/lib/trace/span';
import manifest from '../../package.json';
import type { Env } from './env';
import { RpcEndpoint } from './http/rpc-endpoint';
import { nameOfSdkName, sdkMethods } from './http/sdk-compat';
import type { Redis } from './redis';
import { CallRecorder } from './telemetry/project-usage';
import { type MethodWorker, runInWorkerIfLarge } from './worker/method-worker';

/** The web process that a service starts: its state, the number of its restarts, and its metrics as prom-client's JSON. */
type StartedWebProcess = {
  readonly state: DashboardState;
  readonly restarts: number;
  metrics: () => Promise<unknown>;
};

/** The dependencies of a service, created from the environment by `lib/server/wiring.ts`, or by tests. */
export type ServiceParts = Pick<
  OperatorDeps,
  'storeState' | 'upstreams' | 'commitments' | 'tokenListState'
> & {
  env: Env;
  log: Log;
  metrics: Metrics;
  /** Memory budget of all calls in flight. */
  memory: ByteBudget;
  projects: ProjectStore;
  usage: UsageStore;
  ports: Ports;
  /**
   * Worker for calls with large responses, and a Solana port that rejects such calls; undefined if there is no worker.
   */
  large?: { worker: Pick<MethodWorker, 'run'>; solana: SolanaSource } | undefined;
  redis: Redis | undefined;
  /** Source of untrusted images, and the secret that signs links to them; undefined if there is no dashboard. */
  images?: { source: ReturnType<typeof images>; secret: string } | undefined;
  /** Updates the metrics of the store. */
  measureStore: () => Promise<void>;
  /** The first project; undefined in a web process. */
  firstProject?: FirstProject | undefined;
  /**
   * Secret with which the forwarder authenticates the requests to which it adds the caller's
   * address. Undefined if there is no forwarder.
   */
  forwarderSecret?: string | undefined;
  /** Records spans; undefined if the service exports no traces. */
  startSpan?: StartSpan | undefined;
  /** The web process that this process starts, if any. */
  webProcess?: StartedWebProcess | undefined;
  /** Closes the store, the cache and the connections to upstreams. */
  close: () => Promise<void>;
};

/** Creates the service: its RPC endpoints and operator endpoints, for any HTTP server. */
export function createService(parts: ServiceParts) {
  const { env, log, metrics, redis, large } = parts;
  let shuttingDown = false;
  const isShuttingDown = () => shuttingDown;
  const requests = requestLog(log);
  const inFlight = new InFlightLimiter();
  const usage = new ProjectUsage(parts.usage, log, metrics);
  /** Returns the current metrics of this process. */
  const metricsJson = async () => {
    metrics.unitsInFlight.set(inFlight.units);
    metrics.memoryReserved.set(parts.memory.held);
    await parts.measureStore();
    return metrics.registry.getMetricsAsJSON();
  };
  const info = { version: manifest.version, url: serviceUrl(env, env.port) };
  const registry = createRegistry(methods, info, env.sdkCompat ? nameOfSdkName : undefined);
  const visitorLimiter = createLimiter('visitor', env.rateLimitPerSecond, redis);
  const rpcPorts = large ? { ...parts.ports, solana: large.solana } : parts.ports;
  const portsOfVisitor = portsOfVisitors(rpcPorts, redis);

  const endpoint = new RpcEndpoint({
    portsOfProject: portsOfProjects(rpcPorts, env.newPairingsPerHour, parts),
    portsOfVisitor,
    registry,
    sdkRegistry: env.sdkCompat ? createRegistry(sdkMethods(methods), info, nameOfSdkName) : undefined,
    authenticator: new Authenticator(parts.projects, env.authGraceSeconds * 1_000),
    projectLimiter: createLimiter('project', env.rateLimitPerSecond, redis),
    visitorLimiter,
    inFlight,
    memory: parts.memory,
    isShuttingDown,
    run: large ? runInWorkerIfLarge(large.worker) : runMethod,
    recorder: new CallRecorder(metrics, usage),
    env,
  });

  const rpc = tracedEndpoint(endpoint, parts.startSpan);

  const operatorPaths = createOperatorPaths({
    ...parts,
    isShuttingDown,
    metrics: async () => {
      const [own, web] = await Promise.all([metricsJson(), parts.webProcess?.metrics()]);
      return mergedMetrics(web === undefined ? [own] : [own, web as MetricsJson]).metrics();
    },
    documents: servedDocuments(registry.openRpc),
  });

  // Neither the projects nor their usage: pages must not reach them.
  return {
    env,
    log,
    metrics,
    metricsJson,
    memory: parts.memory,
    inFlight,
    ports: parts.ports,
    portsOfVisitor,
    rpc,
    registry,
    visitorLimiter,
    visitorGate: new VisitorGate(visitorLimiter),
    images: parts.images?.source,
    tokenListState: parts.tokenListState,
    firstProject: parts.firstProject,
    forwarderSecret: parts.forwarderSecret,
    startSpan: parts.startSpan,
    imageLinks: createImageLinks(parts.images?.secret ?? ''),
    /** The token that is embedded in the dashboard's pages and sent in their requests. */
    pageToken: pageToken(parts.images?.secret ?? ''),
    nextRequestId: requestIds(),
    operatorPaths,
    logRequest: requests.write,
    isShuttingDown,
    /** Makes the service reject new requests. Requests in flight continue. */
    refuseNewWork() {
      shuttingDown = true;
    },
    async close() {
      requests.flush();
      await usage.close();
      await parts.close();
    },
  };
}

type MetricsJson = Awaited<ReturnType<Metrics['registry']['getMetricsAsJSON']>>;

/** Merges the metrics of several processes. Does not add up samples, because the `process` labels differ. */
const mergedMetrics = (processes: MetricsJson[]) =>
  AggregatorRegistry.aggregate(
    processes.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'sum' as const }))),
  );

export type Service = ReturnType<typeof createService>;

/** Creates a generator of short ids that are unique across restarts and instances: a random prefix and a counter. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}
