import { OverloadedError } from '@/lib/errors';
import { type Caller, callerOf } from './caller';

type Waiting = { bytes: number; grant: () => void };

/** Longest that anyone waits for bytes. */
const WAIT_MS = 1_000;

/**
 * A bound on the bytes that all work under way holds together. Who finds too few waits a little, first come, first
 * served; what alone is larger than the whole budget goes when nothing else is held.
 *
 * Projects come first: visitors together hold at most half, get nothing while a project waits, and never keep the only
 * call of a project waiting, which may then take the budget over its bound.
 */
export class ByteBudget {
  private readonly heldBytes: Record<Caller, number> = { project: 0, visitor: 0 };
  private readonly queues: Record<Caller, Waiting[]> = { project: [], visitor: [] };

  /** @param waitMs longest that anyone waits */
  constructor(
    private readonly maxBytes: number,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** Bytes that are held. */
  get held(): number {
    return this.heldBytes.project + this.heldBytes.visitor;
  }

  /** Takes bytes that are free and that nobody waits for; false when there are too few. */
  tryTake(bytes: number, caller: Caller = 'project'): boolean {
    const isWaitedFor = this.queues.project.length > 0 || this.queues[caller].length > 0;
    if (isWaitedFor || !this.fits(bytes, caller)) return false;
    this.heldBytes[caller] += bytes;
    return true;
  }

  /** Counts bytes that are held already, however many are. */
  add(bytes: number, caller: Caller = 'project'): void {
    this.heldBytes[caller] += bytes;
  }

  /**
   * Takes bytes, and waits for them a little.
   * @param signal says for whom, too
   * @param waitMs longest to wait, where that is less than the budget's own
   * @throws OverloadedError when they are not free in time; the signal's reason when it is aborted first
   */
  take(bytes: number, signal: AbortSignal, waitMs = this.waitMs): Promise<void> {
    const caller = callerOf(signal);
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.tryTake(bytes, caller)) return resolve();
      const stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const grant = () => {
        stop();
        resolve();
      };
      const waiting = { bytes, grant };
      const queue = this.queues[caller];
      const giveUp = (reason: unknown) => {
        stop();
        queue.splice(queue.indexOf(waiting), 1);
        this.serve();
        reject(reason);
      };
      const onAbort = () => giveUp(signal.reason);
      const timer = setTimeout(() => giveUp(new OverloadedError()), Math.min(waitMs, this.waitMs));
      signal.addEventListener('abort', onAbort, { once: true });
      queue.push(waiting);
    });
  }

  /** Gives bytes back. */
  give(bytes: number, caller: Caller = 'project'): void {
    this.heldBytes[caller] -= bytes;
    this.serve();
  }

  private fits(bytes: number, caller: Caller): boolean {
    if (this.held === 0) return true;
    if (caller === 'project') return this.heldBytes.project === 0 || this.held + bytes <= this.maxBytes;
    return this.heldBytes.visitor + bytes <= this.maxBytes / 2 && this.held + bytes <= this.maxBytes;
  }

  private serve(): void {
    for (const caller of ['project', 'visitor'] as const) {
      const queue = this.queues[caller];
      if (caller === 'visitor' && this.queues.project.length > 0) return;
      for (let next = queue[0]; next !== undefined && this.fits(next.bytes, caller); next = queue[0]) {
        queue.shift();
        this.heldBytes[caller] += next.bytes;
        next.grant();
      }
    }
  }
}
