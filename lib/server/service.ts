import 'server-only';
import type { ProjectStore } from '@/lib/projects/project-store';
import type { ByteBudget } from '@/lib/promises/byte-budget';
import { RPC_ERRORS, type RpcErrorName } from '@/lib/rpc/errors';
import { methods } from '@/lib/rpc/methods';
import { RecentAnswers } from '@/lib/rpc/recent-answers';
import { createRegistry } from '@/lib/rpc/registry';
import { createAuthenticator, HeaderAuthenticator } from '@/lib/server/auth/basic-auth';
import { FailedLogins } from '@/lib/server/auth/failed-logins';
import { createPictureLinks, sharePictureLinks } from '@/lib/server/images/image-endpoints';
import { newKeyAllowance, portsOfVisitor } from '@/lib/server/limits/new-keys';
import { createLimiter } from '@/lib/server/limits/rate-limiter';
import { VisitorRequests } from '@/lib/server/limits/visitor-requests';
import { WorkUnderWay } from '@/lib/server/limits/work-under-way';
import type { Log } from '@/lib/server/telemetry/log';
import type { Metrics } from '@/lib/server/telemetry/metrics';
import { createOperatorPaths } from '@/lib/server/telemetry/operator-endpoints';
import { requestIds } from '@/lib/server/telemetry/request-ids';
import type { StoreState } from '@/lib/server/telemetry/store-state';
import type { Ports } from '@/lib/services/ports';
import type { pictures } from '@/lib/sources/images/images';
import { BUILD } from './build';
import type { Env } from './env';
import { isOwnHost } from './http/own-hosts';
import { createRpcEndpoint } from './http/rpc-endpoint';
import type { HttpAnswer } from './http/rpc-request';
import { SDK_METHOD_PREFIX, sdkMethods } from './http/sdk-compat';
import type { Redis } from './redis';

/** What a service is made of: `lib/server/wiring.ts` makes it from the environment, tests make it by hand. */
export type ServiceParts = {
  env: Env;
  log: Log;
  metrics: Metrics;
  /** What all calls under way may hold. */
  memory: ByteBudget;
  projects: ProjectStore;
  ports: Ports;
  redis: Redis | undefined;
  /** Strangers' pictures, and the secret that signs links to them; undefined where nothing is shown. */
  pictures?: { source: ReturnType<typeof pictures>; secret: string } | undefined;
  storeState: () => Promise<StoreState>;
  /** State of each chain's upstream: `ok`, `failing`, `unused`, `embedded`. */
  upstreams: () => Record<string, Record<number, string>>;
  /** Closes store, cache and upstream connections. */
  close: () => Promise<void>;
};

/** Work units that may be under way in one process; a listing is 10. */
const MOST_UNITS_UNDER_WAY = 4000;

const INTERNAL_ERROR =
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error","data":{"reason":"internal-error"}}}';

/** The service: its endpoints and operators' paths over its parts, whatever server takes the requests. */
export function createService(parts: ServiceParts) {
  const { env, log, metrics, ports } = parts;
  let shuttingDown = false;
  const logsDebug = log.isLevelEnabled('debug');
  const load = new WorkUnderWay(MOST_UNITS_UNDER_WAY);
  const prefixes: [string, ...string[]] = env.sdkCompat
    ? [env.rpcMethodPrefix, SDK_METHOD_PREFIX]
    : [env.rpcMethodPrefix];
  const info = { version: BUILD.version, url: env.publicUrl ?? '' };
  const registry = createRegistry(methods, prefixes, info);
  // What a caller may write as a method is any text; a label is one of ours.
  const namedMethods = new Map<string, string>([['rpc.discover', 'rpc.discover']]);
  for (const group of ['solana', 'evm-chain'] as const) {
    for (const wireName of registry.names(group))
      namedMethods.set(wireName, registry.find(group, wireName)?.name ?? wireName);
  }
  const visitorRequests = new VisitorRequests();
  const visitorLimiter = createLimiter('visitor', env.rateLimitPerSecond, parts.redis);

  const takeNewKeys = newKeyAllowance(parts.redis);
  const visitorPorts = (address: string) => portsOfVisitor(ports, takeNewKeys, address);

  const authenticate = createAuthenticator(parts.projects);
  const rpc = createRpcEndpoint({
    ports,
    portsOfVisitor: visitorPorts,
    registry,
    sdkRegistry: env.sdkCompat ? createRegistry(sdkMethods(methods), prefixes, info) : undefined,
    recentAnswers: new RecentAnswers(),
    authenticate,
    headers: new HeaderAuthenticator(authenticate),
    failedLogins: new FailedLogins(),
    projectLimiter: createLimiter('project', env.rateLimitPerSecond, parts.redis),
    visitorLimiter,
    load,
    isShuttingDown: () => shuttingDown,
    onAnswer: ({ method, chainId, error, cause, ms }) => {
      const name = namedMethods.get(method) ?? 'unknown';
      metrics.calls.count(name, error === undefined ? 0 : RPC_ERRORS[error].code, ms);
      if (cause !== undefined) {
        log[error === 'internalError' ? 'error' : 'warn'](
          { method: name, chainId, err: cause },
          `a call failed: ${error}`,
        );
      }
    },
    onRefusal: (error: RpcErrorName, group) => {
      metrics.refusals.inc({ status: RPC_ERRORS[error].http });
      log.info({ group, status: RPC_ERRORS[error].http }, `a request was refused: ${error}`);
    },
    requestDeadlineMs: env.requestDeadlineMs,
    maxAnswerBytes: env.maxAnswerBytes,
    publicOrigin: env.publicUrl === undefined ? undefined : new URL(env.publicUrl).origin,
  });

  const pictureLinks = createPictureLinks(parts.pictures?.secret ?? '');
  sharePictureLinks(pictureLinks);

  const operatorPaths = createOperatorPaths({
    isShuttingDown: () => shuttingDown,
    storeState: parts.storeState,
    upstreams: parts.upstreams,
    redis: () =>
      parts.redis === undefined ? 'not used' : parts.redis.status === 'ready' ? 'ok' : 'unavailable',
    metricsToken: env.metricsToken,
    // Behind a proxy every caller comes from where the proxy stands.
    trustsLoopback: (host) => env.trustProxy === 0 && isOwnHost(host, env),
    metrics: () => {
      metrics.unitsUnderWay.set(load.units);
      return metrics.registry.metrics().then((text) => `${text}\n${metrics.calls.text()}`);
    },
    openRpc: registry.openRpc,
  });

  return {
    env,
    log,
    metrics,
    memory: parts.memory,
    /** The bound on the work under way, as visitors meet it. */
    visitorLoad: load.visitors,
    ports,
    portsOfVisitor: visitorPorts,
    rpc,
    registry,
    visitorLimiter,
    visitorRequests,
    pictures: parts.pictures?.source,
    pictureLinks,
    nextRequestId: requestIds(),
    operatorPath: (path: string) => (Object.hasOwn(operatorPaths, path) ? operatorPaths[path] : undefined),
    /** A line for each request: what went well at debug, for at the door's pace it would drown all else. */
    logRequest(requestId: string, route: string, status: number, startedAt: number) {
      if (status < 400 && !logsDebug) return;
      const ms = Math.round((performance.now() - startedAt) * 1000) / 1000;
      log[status < 400 ? 'debug' : 'info']({ requestId, route, status, ms }, 'answered');
    },
    /** For a fault that escaped every other answer. */
    internalError: (): HttpAnswer => ({
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
      body: INTERNAL_ERROR,
      byteLength: Buffer.byteLength(INTERNAL_ERROR),
    }),
    /** From now on new work is refused; what is under way is finished. */
    refuseNewWork() {
      shuttingDown = true;
    },
    close: parts.close,
  };
}

export type Service = ReturnType<typeof createService>;
