import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the service counts, in Prometheus' terms. Label values are from closed lists: none is a caller's text. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'satchel_' });
  const registers = [registry];
  return {
    registry,
    calls: new Counter({
      name: 'satchel_rpc_calls_total',
      help: 'JSON-RPC calls answered, by method and error code (0 is success)',
      labelNames: ['method', 'code'] as const,
      registers,
    }),
    callSeconds: new Histogram({
      name: 'satchel_rpc_call_duration_seconds',
      help: 'Time from a parsed request to its answer',
      labelNames: ['method'] as const,
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
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
    unitsUnderWay: new Gauge({
      name: 'satchel_work_units_under_way',
      help: 'Work units of the calls under way',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
