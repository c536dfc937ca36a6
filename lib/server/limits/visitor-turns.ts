import 'server-only';
import { OverloadedError } from '@/lib/errors';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { PlacesByName } from '@/lib/promises/places-by-name';
import { loopUtilization } from './loop-utilization';

/** Visitors' requests that begin at a time: a project's call waits for a few, not for all. */
const AT_ONCE = 4;
/**
 * A request that is not answered after so long makes room for the next. While the processor has time, that is soon: a
 * timer is late when it has none. While it is full, what is left after so long waits for an upstream, or is a stream.
 */
const TURN_MS = 5;
const TURN_WHILE_FULL_MS = 500;
/** Who would wait for longer, or behind more, is refused. */
const LONGEST_WAIT_MS = 10_000;
const MOST_WAITING = 500;
const SAMPLE_MS = 100;
/** Share of a sample in which the event loop had work, above which the processor is full. */
const FULL = 0.9;

/** Tells whether the event loop had no time to spare, a tenth of a second ago or less. */
function loopIsFull(): () => boolean {
  const utilization = loopUtilization();
  let sampledAt = performance.now();
  let full = false;
  return () => {
    const now = performance.now();
    if (now - sampledAt < SAMPLE_MS) return full;
    full = utilization() > FULL;
    sampledAt = now;
    return full;
  };
}

/**
 * The turns of visitors' requests: they begin a few at a time, visitors in turn, and more slowly once the processor is
 * full. However many connections visitors open, the calls of projects come between.
 */
export class VisitorTurns {
  private readonly places = new PlacesByName(AT_ONCE, AT_ONCE);
  private waiting = 0;

  constructor(private readonly isFull: () => boolean = loopIsFull()) {}

  /**
   * Waits for a turn.
   * @param signal aborted when the request is over or the visitor goes away: then the turn ends, if not before
   * @throws OverloadedError when too many wait, or this one has for too long; the signal's reason
   */
  async wait(address: string, signal: AbortSignal): Promise<void> {
    if (this.waiting >= MOST_WAITING) throw new OverloadedError();
    this.waiting += 1;
    const patience = linkedSignal(signal, { timeoutMs: LONGEST_WAIT_MS });
    try {
      const end = await this.places.acquire(address, patience.signal);
      const timer = setTimeout(end, this.isFull() ? TURN_WHILE_FULL_MS : TURN_MS);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        end();
      });
    } catch (thrown) {
      throw signal.aborted ? thrown : new OverloadedError();
    } finally {
      patience.clear();
      this.waiting -= 1;
    }
  }
}
