import 'server-only';
import { OverloadedError } from '@/lib/errors';
import { KeyedSemaphore } from '@/lib/promises/keyed-semaphore';
import { linkedSignal } from '@/lib/promises/linked-signal';

/** Maximum number of requests started at a time, and of renders in flight per visitor. */
const CONCURRENT = 8;
/** Maximum number of waiting requests (contract §2). */
const MAX_WAITING = 500;

/**
 * Queues requests for the web process. Starts a few at a time, round-robin by visitor, so that many requests of one
 * visitor do not delay those of others.
 */
export class PageQueue {
  private readonly places = new KeyedSemaphore({ total: CONCURRENT, perKey: CONCURRENT });
  private readonly renders = new KeyedSemaphore({ total: Number.POSITIVE_INFINITY, perKey: CONCURRENT });
  private waiting = 0;

  /**
   * Waits for a request's turn.
   * @param isRender whether the request counts towards the visitor's renders until its turn ends
   * @param signal aborted when the visitor disconnects
   * @returns a function that ends the turn, to be called when the response starts. If no response starts within a short
   * time, other requests may start.
   * @throws OverloadedError if too many requests are waiting, or after 10 s; the signal's reason if it is aborted
   */
  async enter(address: string, isRender: boolean, signal: AbortSignal): Promise<() => void> {
    if (this.waiting >= MAX_WAITING) throw new OverloadedError();
    this.waiting += 1;
    const patience = linkedSignal(signal, { timeoutMs: 10_000 });
    let endRender: (() => void) | undefined;
    try {
      if (isRender) endRender = await this.renders.acquire(address, patience.signal);
      const release = await this.places.acquire(address, patience.signal);
      // After this time, the request is probably waiting for an upstream, not for the CPU.
      const timer = setTimeout(release, 100);
      return () => {
        clearTimeout(timer);
        release();
        endRender?.();
      };
    } catch (thrown) {
      endRender?.();
      throw signal.aborted ? thrown : new OverloadedError();
    } finally {
      patience.clear();
      this.waiting -= 1;
    }
  }
}
