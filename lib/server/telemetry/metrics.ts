import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Histogram buckets of a call's duration, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/**
 * Creates the Prometheus metrics of a process. Label values are from closed lists and never contain callers' text.
 * @param processName value of the `process` label
 */
export function createMetrics(processName: 'api' | 'web' = 'api') {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    registry,
    calls: counter(
      'satchel_rpc_calls_total',
      'JSON-RPC calls answered, by method and error code (0 is success)',
      'method',
      'code',
    ),
    callDuration: new Histogram({
      name: 'satchel_rpc_call_duration_seconds',
      help: 'Time from a parsed request to its answer',
      labelNames: ['method'] as const,
      buckets: BUCKETS,
      registers,
    }),
    projectCalls: counter(
      'satchel_project_calls_total',
      'Calls that this process answered for projects, by project and method',
      'project',
      'method',
    ),
    projectUnits: counter(
      'satchel_project_units_total',
      'Work units charged to projects, by project and method',
      'project',
      'method',
    ),
    refusals: counter(
      'satchel_http_refusals_total',
      'Requests refused before their body was parsed as JSON-RPC, by HTTP status',
      'status',
    ),
    upstreamCalls: counter(
      'satchel_upstream_calls_total',
      'Calls to upstream nodes, by network and outcome',
      'network',
      'outcome',
    ),
    cache: counter('satchel_cache_total', 'Cache look-ups, by cache and result', 'cache', 'result'),
    pairingsNotRecorded: counter(
      'satchel_pairings_not_recorded_total',
      'New pairings that were not recorded because their project had used up NEW_PAIRINGS_PER_HOUR',
    ),
    storeBytes: gauge(
      'satchel_store_bytes',
      'Size of the store in bytes: the SQLite file with its write-ahead log, or the Postgres database',
    ),
    logLinesDropped: counter(
      'satchel_log_lines_dropped_total',
      'Log lines dropped because stdout was not read',
    ),
    unitsInFlight: gauge('satchel_work_units_under_way', 'Work units of the calls in flight'),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
