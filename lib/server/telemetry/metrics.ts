import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of a call's duration, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/**
 * The metrics of a process, in Prometheus' terms. Label values are from closed lists: none is a caller's text.
 * @param processName their `process` label
 */
export function createMetrics(processName: 'api' | 'web' = 'api') {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    calls: new Counter({
      name: 'satchel_rpc_calls_total',
      help: 'JSON-RPC calls answered, by method and error code (0 is success)',
      labelNames: ['method', 'code'] as const,
      registers,
    }),
    callDuration: new Histogram({
      name: 'satchel_rpc_call_duration_seconds',
      help: 'Time from a parsed request to its answer',
      labelNames: ['method'] as const,
      buckets: BUCKETS,
      registers,
    }),
    projectCalls: new Counter({
      name: 'satchel_project_calls_total',
      help: 'Calls of projects that this process answered, by project and method',
      labelNames: ['project', 'method'] as const,
      registers,
    }),
    projectUnits: new Counter({
      name: 'satchel_project_units_total',
      help: 'Work units that were charged for them, by project and method',
      labelNames: ['project', 'method'] as const,
      registers,
    }),
    refusals: new Counter({
      name: 'satchel_http_refusals_total',
      help: 'Requests refused before their body was read as JSON-RPC, by HTTP status',
      labelNames: ['status'] as const,
      registers,
    }),
    upstreamCalls: new Counter({
      name: 'satchel_upstream_calls_total',
      help: 'Calls to upstream nodes, by network and outcome',
      labelNames: ['network', 'outcome'] as const,
      registers,
    }),
    cache: new Counter({
      name: 'satchel_cache_total',
      help: 'Cache look-ups, by cache and whether they hit',
      labelNames: ['cache', 'result'] as const,
      registers,
    }),
    pairingsNotRecorded: new Counter({
      name: 'satchel_pairings_not_recorded_total',
      help: 'New pairings that were not recorded because their project had used up NEW_PAIRINGS_PER_HOUR',
      registers,
    }),
    storeBytes: new Gauge({
      name: 'satchel_store_bytes',
      help: 'Size of the store: the embedded file with its write-ahead log, or the Postgres database',
      registers,
    }),
    logLinesDropped: new Counter({
      name: 'satchel_log_lines_dropped_total',
      help: 'Log lines dropped because stdout was not read',
      registers,
    }),
    unitsUnderWay: new Gauge({
      name: 'satchel_work_units_under_way',
      help: 'Work units of the calls under way',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
