import { Notifier } from '@/lib/promises/notifier';
import { outsideRequest } from '@/lib/promises/outside-request';
import type { ClosableAccounts } from '@/lib/solana/closable-account';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { holdingsBytes } from '@/lib/solana/holdings-bytes';
import {
  type HoldingsEvent,
  type HoldingsProgress,
  outOfTime,
  type TokenUris,
} from '@/lib/solana/holdings-events';
import { HEALTH_POLL_MS, type UpstreamHealth } from '@/lib/solana/upstream-health';
import { type HoldingsWait, remainingWait } from './holdings-wait';

/** Memory of a listing without its items, in bytes (measured: 3,000 to 4,000). */
const LISTING_BYTES = 5_000;

export type HoldingsStreamOptions = {
  /** Starts the listing. Aborting the signal stops it. */
  read: (signal: AbortSignal) => AsyncIterable<HoldingsEvent>;
  /** Returns the node's current problem, if any. */
  trouble: () => UpstreamHealth | undefined;
  /** Called once, when the listing is complete, has failed or has been stopped. */
  onOver: (stream: HoldingsStream) => void;
};

/**
 * One listing of an account's holdings with several subscribers, such as a page and its stream. Late subscribers first
 * get a replay. The listing stops when it has neither subscribers nor reservations.
 */
export class HoldingsStream {
  /** Events for all subscribers, in order, except progress. */
  private readonly log: HoldingsEvent[] = [];
  /** The holdings, without documents; undefined until the list has arrived. */
  holdings: ExtendedHoldings | undefined;
  tokenUris: TokenUris | undefined;
  closable: ClosableAccounts | undefined;
  progress: HoldingsProgress = { step: 'accounts', done: 0, total: 0 };
  /** Latest progress since the last entry of the log. */
  private pendingProgress: HoldingsProgress | undefined;
  private failure: { thrown: unknown } | undefined;
  private over = false;
  readonly subscribers = new Subscribers(() => this.stop());
  private readonly changes = new Notifier();
  private readonly work = new AbortController();

  constructor(private readonly options: HoldingsStreamOptions) {
    void this.run(options.read(this.work.signal));
  }

  /** Approximate memory of the listing with its items, in bytes. */
  get bytes(): number {
    return LISTING_BYTES + holdingsBytes(this.holdings ?? { nfts: [], tokens: [] }, this.tokenUris);
  }

  get isDone(): boolean {
    return this.log.at(-1)?.type === 'done';
  }

  /**
   * Yields the events so far, then new ones. A slow subscriber is not sent stale progress. Until the list has arrived,
   * `trouble` events report the node's health whenever it changes.
   * @param signal ends the subscription
   * @throws UpstreamUnavailableError `deadline-exceeded` if the signal is aborted; the error of a failed listing
   */
  async *events(signal: AbortSignal): AsyncGenerator<HoldingsEvent, void, undefined> {
    const { log } = this;
    let cursor = 0;
    let yieldedProgress: HoldingsProgress | undefined;
    let trouble: UpstreamHealth | undefined;
    const unsubscribe = this.subscribers.subscribe();
    try {
      for (;;) {
        if (signal.aborted) throw outOfTime(this.progress, signal.reason);
        const before = trouble;
        if (log.length === 0) trouble = this.options.trouble();
        const event = log[cursor];
        if (hasChanged(before, trouble)) yield { type: 'trouble', trouble: trouble ?? null };
        else if (event !== undefined) {
          cursor += 1;
          yield event;
          if (event.type === 'done') return;
        } else if (this.failure !== undefined) throw this.failure.thrown;
        else if (this.pendingProgress !== undefined && this.pendingProgress !== yieldedProgress) {
          yieldedProgress = this.pendingProgress;
          yield { type: 'progress', ...yieldedProgress };
        } else await this.changes.wait({ signal, ...(log.length === 0 ? { ms: HEALTH_POLL_MS } : {}) });
      }
    } finally {
      unsubscribe();
    }
  }

  /**
   * Waits until the list has arrived, the listing has failed or the time is up.
   * @throws the error of a failed listing
   */
  async wait(wait: HoldingsWait): Promise<void> {
    const startedAt = performance.now();
    const unsubscribe = this.subscribers.subscribe();
    try {
      while (!this.over && this.holdings === undefined) {
        const leftMs = remainingWait(wait, startedAt, this.progress, this.options.trouble() !== undefined);
        if (leftMs <= 0) break;
        await this.changes.wait({ ms: leftMs });
      }
      if (this.failure !== undefined) throw this.failure.thrown;
    } finally {
      unsubscribe();
    }
  }

  private async run(events: AsyncIterable<HoldingsEvent>): Promise<void> {
    try {
      for await (const event of events) this.onEvent(event);
      this.end(
        this.isDone ? undefined : { thrown: new Error('The listing of holdings ended without a result') },
      );
    } catch (thrown) {
      this.end({ thrown });
    }
  }

  private stop(): void {
    this.work.abort();
    this.end({ thrown: outOfTime(this.progress) });
  }

  private onEvent(event: HoldingsEvent): void {
    if (this.over) return;
    if (event.type === 'progress') {
      const { step, done, total } = event;
      this.progress = { step, done, total };
      this.pendingProgress = this.progress;
    } else {
      this.log.push(event);
      this.pendingProgress = undefined;
    }
    if (event.type === 'holdings') {
      this.holdings = event.holdings;
      this.tokenUris = event.tokenUris;
      this.closable = event.closable;
    }
    this.changes.notify();
  }

  private end(failure: { thrown: unknown } | undefined): void {
    if (this.over) return;
    this.over = true;
    this.failure = failure;
    this.changes.notify();
    this.options.onOver(this);
  }
}

/** Checks whether the kind of problem has changed, or the next attempt has been postponed. */
function hasChanged(before: UpstreamHealth | undefined, now: UpstreamHealth | undefined): boolean {
  if (before === undefined || now === undefined) return before !== now;
  return before.kind !== now.kind || now.againInMs > before.againInMs;
}

/**
 * Counts the subscribers of some work, and reservations for later subscribers. If there are neither, the work can stop.
 */
class Subscribers {
  private count = 0;
  private reserved = 0;
  private reservationTimer: NodeJS.Timeout | undefined;

  /** @param onEmpty called when there are neither subscribers nor reservations */
  constructor(private readonly onEmpty: () => void) {}

  get hasOnlyReservations(): boolean {
    return this.count === 0 && this.reserved > 0;
  }

  /** Adds a subscriber. Returns a function that removes it. */
  subscribe(): () => void {
    this.count += 1;
    return () => {
      this.count -= 1;
      if (this.count === 0 && this.reserved === 0) this.onEmpty();
    };
  }

  /** Reserves a place for one subscriber, expected within `ms`. All reservations expire `ms` after the latest one. */
  reserve(ms: number): void {
    this.reserved += 1;
    clearTimeout(this.reservationTimer);
    this.reservationTimer = outsideRequest(() => setTimeout(() => this.cancelReservations(), ms).unref());
  }

  /** Takes a reservation. Returns false if there is none. If true, the caller must subscribe synchronously. */
  takeReservation(): boolean {
    if (this.reserved === 0) return false;
    this.reserved -= 1;
    if (this.reserved === 0) clearTimeout(this.reservationTimer);
    return true;
  }

  cancelReservations(): void {
    this.reserved = 0;
    clearTimeout(this.reservationTimer);
    if (this.count === 0) this.onEmpty();
  }
}
