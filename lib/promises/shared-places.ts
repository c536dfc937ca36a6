import { type Caller, callerOf } from './caller';
import { FairQueue } from './fair-queue';

/** What visitors together may hold: while projects hold or want places, and while they do not. */
const SHARE_BESIDE_PROJECTS = 1 / 2;
/** A project's first calls find places free at once, however many visitors there are. */
const SHARE_ALONE = 3 / 4;

/**
 * A bounded number of places that projects and visitors share (`Caller`). Projects come first: no visitor gets a place
 * while a project waits for one, and visitors together hold at most half of them beside projects, three quarters
 * without, and one at least. Within a kind, whoever waits is served in turn (`FairQueue`).
 */
export class SharedPlaces {
  private readonly waiting: Record<Caller, FairQueue<() => void>> = {
    project: new FairQueue(),
    visitor: new FairQueue(),
  };
  private readonly held: Record<Caller, number> = { project: 0, visitor: 0 };

  constructor(private total: number) {}

  /** Places that a caller would get at once. */
  free(caller: Caller): number {
    const free = Math.max(0, this.total - this.held.project - this.held.visitor);
    if (caller === 'project') return free;
    if (!this.waiting.project.isEmpty) return 0;
    const share = this.held.project > 0 ? SHARE_BESIDE_PROJECTS : SHARE_ALONE;
    return Math.min(free, Math.max(1, Math.floor(this.total * share)) - this.held.visitor);
  }

  /** Whether more places would be used. */
  get isUsedUp(): boolean {
    return this.free('project') === 0 || !this.waiting.visitor.isEmpty;
  }

  /** Changes how many places there are. Those that are held stay held. */
  resize(total: number): void {
    this.total = total;
    this.serve();
  }

  /**
   * Waits for a place; the signal says for whom.
   * @param queueKey whose call it is; by default each signal has a queue of its own
   * @returns what gives the place back
   * @throws the signal's reason when it is aborted first
   */
  acquire(signal: AbortSignal, queueKey: object = signal): Promise<() => void> {
    const caller = callerOf(signal);
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.free(caller) > 0) return resolve(this.take(caller));
      const grant = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(this.take(caller));
      };
      const leave = this.waiting[caller].add(queueKey, grant);
      const giveUp = () => {
        leave();
        reject(signal.reason);
        // Visitors may have waited for this one.
        this.serve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private take(caller: Caller): () => void {
    this.held[caller] += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.held[caller] -= 1;
      this.serve();
    };
  }

  private serve(): void {
    for (const caller of ['project', 'visitor'] as const)
      while (this.free(caller) > 0) {
        const grant = this.waiting[caller].next();
        if (grant === undefined) break;
        grant();
      }
  }
}
