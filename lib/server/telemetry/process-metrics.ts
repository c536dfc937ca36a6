import 'server-only';
import { POOL } from '@/lib/store/postgres/connection';
import { createMetrics, createWebProcessMetrics, type Metrics } from './metrics';

/**
 * Creates the metrics of a process and sets those with constant values.
 * @param role `web` omits the state of the store, because the API process reports it
 * @param webProcess the web process that this process starts, if any
 */
export function createProcessMetrics({
  role,
  databaseUrl,
  memoryBudget,
  webProcess,
}: {
  role: 'api' | 'web' | 'all';
  databaseUrl: string | undefined;
  /** Size of the memory budget, in bytes. */
  memoryBudget: number;
  webProcess: { dashboardState: () => string; restarts: () => number } | undefined;
}): Metrics {
  const metrics = createMetrics(role === 'web' ? 'web' : 'api');
  metrics.memoryBudget.set(memoryBudget);
  if (databaseUrl === undefined) metrics.storeConnections.set({ engine: 'sqlite' }, 1);
  else metrics.storeConnections.set({ engine: 'postgres' }, POOL);
  if (role === 'web')
    for (const name of ['satchel_store_bytes', 'satchel_store_up', 'satchel_store_writable'])
      metrics.registry.removeSingleMetric(name);
  if (webProcess) {
    const { dashboardState, restarts } = webProcess;
    createWebProcessMetrics(metrics, { isUp: () => dashboardState() === 'ok', restarts });
  }
  return metrics;
}
