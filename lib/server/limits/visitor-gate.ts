import 'server-only';
import { LimitError, OverloadedError } from '@/lib/errors';
import { linkedSignal } from '@/lib/promises/request-scope';
import { KeyedCounts, Semaphore } from '@/lib/promises/semaphore';
import { WORK_UNITS } from '@/lib/services/work-units';
import type { Limiter } from './rate-limiter';

/** Maximum number of requests in flight per visitor. */
const MAX_IN_FLIGHT = 32;
/** Maximum number of requests that start at a time. */
const STARTING = 8;
/** Maximum number of waiting requests (contract §2). */
const MAX_WAITING = 500;

/**
 * Lets visitors' requests through to the web process. Limits each visitor's requests in flight and work units, and
 * starts a few requests at a time, round-robin by visitor, so that many requests of one visitor do not delay those of
 * others.
 */
export class VisitorGate {
  private readonly inFlight = new KeyedCounts<string>();
  private readonly starting = new Semaphore(STARTING);
  private waiting = 0;

  /** @param limiter work units of the visitors */
  constructor(private readonly limiter: Pick<Limiter, 'take'>) {}

  /**
   * Waits for a request's turn. Charges one unit: also a static file or a 404 costs this process time, which projects
   * would miss.
   * @param address the visitor's address
   * @param closed aborted when the response has been sent or the visitor has disconnected
   * @returns a function that ends the turn, to be called when the response starts. If no response starts within a short
   * time, other requests may start.
   * @throws LimitError `rate-limited`; OverloadedError if too many requests are waiting, or after 10 s; the signal's
   * reason if it is aborted first
   */
  async enter(address: string, closed: AbortSignal): Promise<() => void> {
    if (this.inFlight.of(address) >= MAX_IN_FLIGHT)
      throw new LimitError('rate-limited', 'Too many requests in flight', { retryAfterSeconds: 1 });
    this.inFlight.add(address, 1);
    closed.addEventListener('abort', () => this.inFlight.add(address, -1), { once: true });
    await this.limiter.take(address, WORK_UNITS.minimum);
    closed.throwIfAborted();
    return this.turn(address, closed);
  }

  private async turn(address: string, closed: AbortSignal): Promise<() => void> {
    if (this.waiting >= MAX_WAITING) throw new OverloadedError();
    this.waiting += 1;
    const patience = linkedSignal(closed, { timeoutMs: 10_000 });
    try {
      const release = await this.starting.acquire(patience.signal, address);
      // After this time, the request is probably waiting for an upstream, not for the CPU.
      const timer = setTimeout(release, 100);
      return () => {
        clearTimeout(timer);
        release();
      };
    } catch (thrown) {
      throw closed.aborted ? thrown : new OverloadedError();
    } finally {
      patience.clear();
      this.waiting -= 1;
    }
  }
}
