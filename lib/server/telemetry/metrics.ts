import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { POOL } from '@/lib/store/postgres/connection';
import manifest from '../../../package.json';

/** Histogram buckets of a call's duration, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/**
 * Creates the Prometheus metrics of a process. Label values come from closed lists and never contain text from callers.
 * @param processName value of the `process` label
 */
export function createMetrics(processName: 'api' | 'web' = 'api') {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  // `promtool check metrics` rejects these gauges, because their names end with `_total`. `nodejs_active_*` report the
  // same.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });
  gauge('satchel_build_info', 'Always 1; the labels are the versions of Satchel and of Node', [
    'version',
    'node',
  ]).set({ version: manifest.version, node: process.versions.node }, 1);
  return {
    registry,
    calls: counter(
      'satchel_rpc_calls_total',
      'JSON-RPC calls answered, by method and error code (0 is success)',
      ['method', 'code'],
    ),
    errors: counter('satchel_rpc_errors_total', 'JSON-RPC calls answered with an error, by its name', [
      'error',
    ]),
    callDuration: histogram('satchel_rpc_call_duration_seconds', 'Time from a parsed request to its answer', [
      'method',
    ]),
    projectCalls: counter(
      'satchel_project_calls_total',
      'Calls that this process answered for projects, by project and method',
      ['project', 'method'],
    ),
    projectUnits: counter(
      'satchel_project_units_total',
      'Work units charged to projects, by project and method',
      ['project', 'method'],
    ),
    refusals: counter(
      'satchel_http_refusals_total',
      'Requests refused before their body was parsed as JSON-RPC, by HTTP status',
      ['status'],
    ),
    upstreamCalls: counter(
      'satchel_upstream_calls_total',
      'Calls to upstream nodes, by network, endpoint and outcome',
      ['network', 'endpoint', 'outcome'],
    ),
    upstreamDuration: histogram(
      'satchel_upstream_call_duration_seconds',
      'Duration of calls to upstream nodes, by endpoint',
      ['endpoint'],
    ),
    endpointReady: gauge(
      'satchel_upstream_endpoint_ready',
      '0 from a pause of the endpoint until its next successful call, else 1',
      ['network', 'endpoint'],
    ),
    cache: counter('satchel_cache_total', 'Cache lookups, by cache and result', ['cache', 'result']),
    pairingsNotRecorded: counter(
      'satchel_pairings_not_recorded_total',
      'New pairings that were not recorded because their project had used up NEW_PAIRINGS_PER_HOUR',
    ),
    storeBytes: gauge(
      'satchel_store_bytes',
      'Size of the store in bytes: the SQLite file with its write-ahead log, or the Postgres database',
    ),
    storeUp: gauge('satchel_store_up', '1 if the store can be read, else 0'),
    storeWritable: gauge('satchel_store_writable', '1 if a test write succeeded within the last 5 s, else 0'),
    storeDuration: histogram(
      'satchel_store_operation_duration_seconds',
      'Duration of store operations with retries, by engine and operation',
      ['engine', 'operation'],
    ),
    storeErrors: counter(
      'satchel_store_errors_total',
      'Store operations that failed after retries, by engine and operation',
      ['engine', 'operation'],
    ),
    storeOperations: gauge(
      'satchel_store_operations_under_way',
      'Store operations in progress or waiting for a connection, by engine',
      ['engine'],
    ),
    storeConnections: gauge(
      'satchel_store_connections_limit',
      'Maximum number of connections of this process to the store, by engine',
      ['engine'],
    ),
    memoryReserved: gauge('satchel_memory_reserved_bytes', 'Memory reserved by the calls in flight'),
    memoryBudget: gauge('satchel_memory_budget_bytes', 'Maximum memory of all calls in flight'),
    logLinesDropped: counter(
      'satchel_log_lines_dropped_total',
      'Log lines dropped because stdout was not read',
    ),
    unitsInFlight: gauge('satchel_work_units_under_way', 'Work units of the calls in flight'),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Adds the metrics of Redis, which exist only if `REDIS_URL` is set.
 * @param isReady whether the connection is ready
 */
export function createRedisMetrics({ registry }: Pick<Metrics, 'registry'>, isReady: () => boolean) {
  const registers = [registry];
  new Gauge({
    name: 'satchel_redis_up',
    help: '1 if the connection to Redis is ready, else 0',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0);
    },
  });
  return {
    errors: new Counter({
      name: 'satchel_redis_errors_total',
      help: 'Failed connections and commands to Redis',
      registers,
    }),
    duration: new Histogram({
      name: 'satchel_redis_command_duration_seconds',
      help: 'Duration of commands that charge a rate limit in Redis',
      buckets: BUCKETS,
      registers,
    }),
  };
}

type WebProcessFacts = { readonly state: string; readonly restarts: number };

/** Adds the metrics of the web process. Only the process that starts the web process reports them. */
function createWebProcessMetrics({ registry }: Pick<Metrics, 'registry'>, webProcess: WebProcessFacts): void {
  const registers = [registry];
  new Gauge({
    name: 'satchel_web_process_up',
    help: '1 if the web process serves the dashboard, else 0',
    registers,
    collect() {
      this.set(webProcess.state === 'ok' ? 1 : 0);
    },
  });
  new Counter({
    name: 'satchel_web_process_restarts_total',
    help: 'How often the web process ended and was started again',
    registers,
    collect() {
      this.reset();
      this.inc(webProcess.restarts);
    },
  });
}

/**
 * Creates the metrics of a process and sets those with constant values.
 * @param role `web` omits the state of the store, because the API process reports it
 * @param budget size of the memory budget, in bytes
 * @param webProcess the web process that this process starts, if any
 */
export function createProcessMetrics(
  role: 'api' | 'web' | 'all',
  databaseUrl: string | undefined,
  budget: number,
  webProcess: WebProcessFacts | undefined,
): Metrics {
  const metrics = createMetrics(role === 'web' ? 'web' : 'api');
  metrics.memoryBudget.set(budget);
  if (databaseUrl === undefined) metrics.storeConnections.set({ engine: 'sqlite' }, 1);
  else metrics.storeConnections.set({ engine: 'postgres' }, POOL);
  if (role === 'web')
    for (const name of ['satchel_store_bytes', 'satchel_store_up', 'satchel_store_writable'])
      metrics.registry.removeSingleMetric(name);
  if (webProcess) createWebProcessMetrics(metrics, webProcess);
  return metrics;
}
