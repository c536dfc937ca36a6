import 'server-only';
import { abortable } from '@/lib/promises/abortable';
import type { Store } from '@/lib/store/store';

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
