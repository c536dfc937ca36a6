import 'server-only';
import { OverloadedError } from '@/lib/errors';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { PlacesByName } from '@/lib/promises/places-by-name';
import { loopUtilization, type Utilization } from './loop-utilization';

/** Visitors' requests that begin at a time: a project's call waits for a few, not for all. */
const AT_ONCE = 4;
/**
 * A request that is not answered after so long makes room for the next, if the processor had time to spare meanwhile;
 * if not, it is looked at again after as long.
 */
const TURN_MS = 5;
/** What is not answered after so long, however full the processor is, waits for an upstream or is a stream. */
const TURN_WHILE_FULL_MS = 500;
/** Who would wait for longer, or behind more, is refused. */
const LONGEST_WAIT_MS = 10_000;
const MOST_WAITING = 500;
/** Share of a turn in which the event loop had work, above which the processor is full. */
const FULL = 0.9;

/**
 * The turns of visitors' requests: they begin a few at a time, visitors in turn, and more slowly once the processor is
 * full. However many connections visitors open, the calls of projects come between.
 */
export class VisitorTurns {
  private readonly places = new PlacesByName(AT_ONCE, AT_ONCE);
  private waiting = 0;

  /** @param look begins to look at how busy the processor is: from now on, then since the last question */
  constructor(private readonly look: () => Utilization = loopUtilization) {}

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
      this.endInTime(end, signal);
    } catch (thrown) {
      throw signal.aborted ? thrown : new OverloadedError();
    } finally {
      patience.clear();
      this.waiting -= 1;
    }
  }

  /**
   * Ends a turn with its request, or once others may begin beside it. How busy the processor is now decides, not how
   * busy it was: hundreds may come at once, and each may take it for a second until the pages' code is compiled.
   */
  private endInTime(end: () => void, signal: AbortSignal): void {
    const utilization = this.look();
    const beganAt = performance.now();
    const timer = setInterval(() => {
      if (performance.now() - beganAt < TURN_WHILE_FULL_MS && utilization() > FULL) return;
      clearInterval(timer);
      end();
    }, TURN_MS);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      end();
    });
  }
}
