import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createCallMeter } from './call-meter';

/** What the service counts, in Prometheus' terms. Label values are from closed lists: none is a caller's text. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'satchel_' });
  const registers = [registry];
  return {
    registry,
    calls: createCallMeter(),
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
