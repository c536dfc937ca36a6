import { performance } from 'node:perf_hooks';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { FairSemaphore } from '@/lib/promises/fair-semaphore';

/**
 * What reading one account takes of the processor, with its share of all else, until it is measured: a token account,
 * or one of step two.
 */
const FIRST_MS_PER_ACCOUNT = 0.04;
/** Measured over so many accounts at a time: a large listing's. */
const ACCOUNTS_OF_A_SAMPLE = 30_000;
/** Listings of so many items are large, and so many of them are read at a time: the first are done while the last wait. */
const LARGE = 2_000;
const LARGE_AT_ONCE = 4;
/** Share of a time in which the event loop had work, above which the processor was full. */
const FULL = 0.8;
/** Weight of the newest sample. */
const NEWEST = 0.3;

/** Milliseconds that the event loop had work, and had none, since the process began. */
type LoopTimes = { active: number; idle: number };

const loopTimes = (): LoopTimes => performance.eventLoopUtilization();

/**
 * The processor's time that all listings under way still need: no more are let in than it can answer in time. What an
 * account takes is measured while listings are read.
 */
export class ListingWork {
  /** In milliseconds. */
  readonly budget: ByteBudget;
  private readonly large = new FairSemaphore(LARGE_AT_ONCE);
  private msPerAccount = FIRST_MS_PER_ACCOUNT;
  private accounts = 0;
  private activeMs: number;

  /** @param maxMs of work that may be under way: what is left of a call's deadline for reading */
  constructor(
    maxMs: number,
    private readonly times: () => LoopTimes = loopTimes,
  ) {
    this.budget = new ByteBudget(maxMs);
    this.activeMs = times().active;
  }

  /** A clock that tells whether the processor has been full since. */
  fullSince(): () => boolean {
    const since = this.times();
    return () => {
      const now = this.times();
      const active = now.active - since.active;
      return active > FULL * (active + now.idle - since.idle);
    };
  }

  /**
   * Waits until a listing of so many items may be read; at once where that is not many.
   * @returns what ends its turn
   * @throws the signal's reason
   */
  async turn(items: number, signal: AbortSignal): Promise<() => void> {
    return items < LARGE ? () => undefined : this.large.acquire(signal);
  }

  /** What reading so many accounts takes, in ms. */
  msOf(accounts: number): number {
    return accounts * this.msPerAccount;
  }

  /** Notes that a listing has read accounts. */
  noteRead(accounts: number): void {
    this.accounts += accounts;
    if (this.accounts < ACCOUNTS_OF_A_SAMPLE) return;
    const active = this.times().active;
    this.msPerAccount += ((active - this.activeMs) / this.accounts - this.msPerAccount) * NEWEST;
    this.accounts = 0;
    this.activeMs = active;
  }

  /** Notes that listings begin after none was under way: what the process did before is not their work. */
  begin(): void {
    this.accounts = 0;
    this.activeMs = this.times().active;
  }
}
