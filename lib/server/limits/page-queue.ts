import 'server-only';
import { OverloadedError } from '@/lib/errors';
import { linkedSignal } from '@/lib/promises/linked-signal';
import { PlacesByName } from '@/lib/promises/places-by-name';

/** Requests that the web process begins to answer at a time. */
const CONCURRENT = 8;
/** A request that has no answer after this time waits for an upstream, not for the processor. */
const SLOW_MS = 100;
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 500;

/**
 * The queue of requests for the web process. A few at a time are begun, round-robin by visitor, so that many requests
 * of one visitor do not delay the others.
 */
export class PageQueue {
  private readonly places = new PlacesByName(CONCURRENT, CONCURRENT);
  private waiting = 0;

  /**
   * Waits for a request's turn.
   * @param signal aborted when the visitor goes away
   * @returns what ends the turn; it ends by itself after a short while
   * @throws OverloadedError when too many wait, or this one has for too long; the signal's reason
   */
  async enter(address: string, signal: AbortSignal): Promise<() => void> {
    if (this.waiting >= MAX_WAITING) throw new OverloadedError();
    this.waiting += 1;
    const patience = linkedSignal(signal, { timeoutMs: MAX_WAIT_MS });
    try {
      const release = await this.places.acquire(address, patience.signal);
      const timer = setTimeout(release, SLOW_MS);
      return () => {
        clearTimeout(timer);
        release();
      };
    } catch (thrown) {
      throw signal.aborted ? thrown : new OverloadedError();
    } finally {
      patience.clear();
      this.waiting -= 1;
    }
  }
}
