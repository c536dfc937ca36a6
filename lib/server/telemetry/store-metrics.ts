import 'server-only';
import { abortable } from '@/lib/promises/abortable';
import type { ObserveStore } from '@/lib/store/observed-database';
import type { Metrics } from './metrics';
import type { StoreState } from './store-state';

/** Returns an observer that measures the operations of the store. */
export function storeObserver({ storeDuration, storeErrors, storeOperations }: Metrics): ObserveStore {
  return (engine, operation) => {
    const end = storeDuration.startTimer({ engine, operation });
    storeOperations.inc({ engine });
    return ({ failed }) => {
      end();
      storeOperations.dec({ engine });
      if (failed) storeErrors.inc({ engine, operation });
    };
  };
}

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
