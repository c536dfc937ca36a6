import 'server-only';
import { abortable } from '@/lib/promises/request-scope';
import type { ObserveStore } from '@/lib/store/database';
import type { Store } from '@/lib/store/open';
import type { Metrics } from './metrics';

/** State of the store in `/ready`. `read-only` means that reads succeed and writes fail. */
export type StoreState = 'ok' | 'read-only' | 'unavailable';

/** Minimum time between two test writes, in ms. */
const PROBE_MS = 5_000;

/** Creates a check of the store: it pings the store on each call and makes a small write at most every 5 s. */
export function storeState(
  store: Pick<Store, 'ping' | 'probeWrite'>,
  now: () => number = () => performance.now(),
): () => Promise<StoreState> {
  let probed: { at: number; state: Promise<'ok' | 'read-only'> } | undefined;
  const probe = () => {
    if (probed === undefined || now() - probed.at >= PROBE_MS)
      probed = {
        at: now(),
        state: store.probeWrite().then(
          () => 'ok' as const,
          () => 'read-only' as const,
        ),
      };
    return probed.state;
  };
  return async () => {
    // `/ready` must respond within 2 s, a common timeout of health checks.
    const deadline = AbortSignal.timeout(1_500);
    try {
      await abortable(store.ping(), deadline);
    } catch {
      return 'unavailable';
    }
    return abortable(probe(), deadline).catch(() => 'read-only' as const);
  };
}

/** Returns an observer that measures the operations of the store. */
export const storeObserver =
  ({ storeDuration, storeErrors, storeOperations }: Metrics): ObserveStore =>
  async (engine, operation, run) => {
    const end = storeDuration.startTimer({ engine, operation });
    storeOperations.inc({ engine });
    try {
      return await run();
    } catch (thrown) {
      storeErrors.inc({ engine, operation });
      throw thrown;
    } finally {
      end();
      storeOperations.dec({ engine });
    }
  };

/**
 * Updates the metrics of the store's state and size. Leaves the size unchanged if the store does not respond within 1
 * s.
 */
export async function measureStore(
  { storeUp, storeWritable, storeBytes }: Metrics,
  readState: () => Promise<StoreState>,
  readSize: () => Promise<number>,
): Promise<void> {
  const measureSize = async () => storeBytes.set(await abortable(readSize(), AbortSignal.timeout(1_000)));
  const [state] = await Promise.all([readState(), measureSize().catch(() => undefined)]);
  storeUp.set(state === 'unavailable' ? 0 : 1);
  storeWritable.set(state === 'ok' ? 1 : 0);
}
