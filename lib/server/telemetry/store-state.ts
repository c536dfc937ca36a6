import 'server-only';
import { abortable } from '@/lib/promises/abortable';
import type { Store } from '@/lib/store/store';

/** What `/ready` says of the store: `read-only` while records are found and new ones fail. */
export type StoreState = 'ok' | 'read-only' | 'unavailable';

/** A write is tried again after this time. */
const PROBE_MS = 5_000;

/** Checks the store on each call: a ping, and at most every 5 s a small write. */
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
    // `/ready` answers within 2 s, the usual time-out of a health check.
    const deadline = AbortSignal.timeout(1_500);
    try {
      await abortable(store.ping(), deadline);
    } catch {
      return 'unavailable';
    }
    return abortable(probe(), deadline).catch(() => 'read-only' as const);
  };
}
