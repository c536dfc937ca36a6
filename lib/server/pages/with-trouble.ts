import 'server-only';
import type { HoldingsEvent } from '@/lib/solana/holdings-events';
import type { UpstreamHealth } from '@/lib/solana/upstream-health';
import type { TroubleEvent } from './holdings-lines';

/** How often it is looked whether the node is well, while the listing is waited for. */
const LOOK_MS = 500;

/**
 * The same events, and between them, while the listing is waited for, what is wrong with the node: at once when it is
 * known, and again when that changes.
 */
export async function* withTrouble(
  events: AsyncIterable<HoldingsEvent>,
  troubleNow: () => UpstreamHealth | undefined,
): AsyncGenerator<HoldingsEvent | TroubleEvent, void, undefined> {
  const each = events[Symbol.asyncIterator]();
  let told: UpstreamHealth | null = null;
  let listed = false;
  // What is known already is told at once.
  let lookMs = 0;
  let tick: NodeJS.Timeout | undefined;
  try {
    let next = each.next();
    for (;;) {
      const late = new Promise<'late'>((resolve) => {
        tick = setTimeout(resolve, lookMs, 'late');
        lookMs = LOOK_MS;
      });
      const result: IteratorResult<HoldingsEvent, unknown> | 'late' = listed
        ? await next
        : await Promise.race([next, late]);
      clearTimeout(tick);
      if (!listed) {
        const trouble = troubleNow() ?? null;
        if (isNews(told, trouble)) yield { type: 'trouble', trouble };
        told = trouble;
      }
      if (result === 'late') continue;
      if (result.done) return;
      listed ||= result.value.type === 'holdings';
      yield result.value;
      next = each.next();
    }
  } finally {
    clearTimeout(tick);
    await each.return?.();
  }
}

/** Whether what is wrong has changed, or the next try has been put off. */
function isNews(told: UpstreamHealth | null, now: UpstreamHealth | null): boolean {
  if (told === null || now === null) return told !== now;
  return told.kind !== now.kind || now.againInMs > told.againInMs;
}
