import { EventEmitter, once } from 'node:events';
import { linkedSignal, outsideRequest } from '@/lib/promises/request-scope';
import {
  type HoldingsEvent,
  type HoldingsProgress,
  holdingsBytes,
  type ItemListing,
  outOfTime,
} from '@/lib/solana/holdings-events';
import { HEALTH_POLL_MS, type UpstreamHealth } from '@/lib/solana/upstream-health';

/** Resolves at the next `change` event, when the signal is aborted (at once if it already is), or after `ms`. Never throws. */
export async function waitForChange(changes: EventEmitter, ms: number, signal?: AbortSignal): Promise<void> {
  const wait = linkedSignal(signal, { timeoutMs: ms });
  await once(changes, 'change', { signal: wait.signal }).catch(() => undefined);
  wait.clear();
}

/** Memory of a listing without its items, in bytes (measured: 3,000 to 4,000). */
const LISTING_BYTES = 5_000;

const NOT_STARTED: HoldingsProgress = { step: 'accounts', done: 0, total: 0 };

/** How long a page waits for the holdings before it is sent without them. */
export type HoldingsWait = {
  /** Maximum wait in ms. */
  holdingsMs: number;
  /** Maximum wait in ms while the node has a problem. Default: `holdingsMs`. */
  troubleMs?: number;
};

export type HoldingsStreamOptions = {
  /** Starts the listing. Aborting the signal stops it. */
  read: (signal: AbortSignal, onProgress: (progress: HoldingsProgress) => void) => Promise<ItemListing>;
  /** Returns the node's current problem, if any. */
  trouble: () => UpstreamHealth | undefined;
  /** Called once, when the listing is complete, has failed or has been stopped. */
  onOver: (stream: HoldingsStream) => void;
};

/**
 * One listing of an account's holdings with several subscribers, such as a page and its stream. The listing stops when
 * it has no subscribers, unless it is kept for one.
 */
export class HoldingsStream {
  /** The holdings, without documents; undefined until the list has arrived. */
  listing: ItemListing | undefined;
  progress = NOT_STARTED;
  private failure: { thrown: unknown } | undefined;
  private subscribers = 0;
  private keepTimer: NodeJS.Timeout | undefined;
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private readonly work = new AbortController();

  constructor(private readonly options: HoldingsStreamOptions) {
    void this.run();
  }

  /** Approximate memory of the listing with its items, in bytes. */
  get bytes(): number {
    const { holdings = { nfts: [], tokens: [] }, tokenUris } = this.listing ?? {};
    return LISTING_BYTES + holdingsBytes(holdings, tokenUris);
  }

  get hasSubscribers(): boolean {
    return this.subscribers > 0;
  }

  /** Whether `keep` still has an effect. */
  get isKept(): boolean {
    return this.keepTimer !== undefined;
  }

  /** Keeps the listing for `ms` milliseconds, even without subscribers. */
  keep(ms: number): void {
    clearTimeout(this.keepTimer);
    this.keepTimer = outsideRequest(() => setTimeout(() => this.release(), ms).unref());
  }

  /** Ends the effect of `keep`. */
  release(): void {
    clearTimeout(this.keepTimer);
    this.keepTimer = undefined;
    this.stopIfUnused();
  }

  /**
   * Yields the latest progress and every change of the node's health until the list has arrived, then the list and
   * `done`.
   * @param signal ends the subscription
   * @throws UpstreamUnavailableError `deadline-exceeded` if the signal is aborted; the error of a failed listing
   */
  async *events(signal: AbortSignal): AsyncGenerator<HoldingsEvent, void, undefined> {
    let progress = NOT_STARTED;
    let trouble: UpstreamHealth | undefined;
    const unsubscribe = this.subscribe();
    try {
      while (this.listing === undefined) {
        if (signal.aborted) throw outOfTime(this.progress, signal.reason);
        const before = trouble;
        trouble = this.options.trouble();
        if (hasChanged(before, trouble)) yield { type: 'trouble', trouble: trouble ?? null };
        else if (this.failure !== undefined) throw this.failure.thrown;
        else if (progress !== this.progress) {
          progress = this.progress;
          yield { type: 'progress', ...progress };
        } else await waitForChange(this.changes, HEALTH_POLL_MS, signal);
      }
      yield { type: 'holdings', ...this.listing };
      yield { type: 'done' };
    } finally {
      unsubscribe();
      // The stream for which the listing was kept has ended.
      if (!this.hasSubscribers) this.release();
    }
  }

  /**
   * Waits until the list has arrived, the listing has failed or the time is up.
   * @throws the error of a failed listing
   */
  async wait({ holdingsMs, troubleMs = holdingsMs }: HoldingsWait): Promise<void> {
    const startedAt = performance.now();
    const unsubscribe = this.subscribe();
    try {
      while (this.failure === undefined && this.listing === undefined) {
        const most = this.options.trouble() === undefined ? holdingsMs : troubleMs;
        const leftMs = Math.min(HEALTH_POLL_MS, startedAt + most - performance.now());
        if (leftMs <= 0) break;
        await waitForChange(this.changes, leftMs);
      }
      if (this.failure !== undefined) throw this.failure.thrown;
    } finally {
      unsubscribe();
    }
  }

  private async run(): Promise<void> {
    const onProgress = (progress: HoldingsProgress) => {
      this.progress = progress;
      this.changes.emit('change');
    };
    try {
      const listing = await this.options.read(this.work.signal, onProgress);
      if (this.failure !== undefined) return;
      this.listing = listing;
      this.end();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  private subscribe(): () => void {
    this.subscribers += 1;
    return () => {
      this.subscribers -= 1;
      this.stopIfUnused();
    };
  }

  private stopIfUnused(): void {
    if (this.subscribers > 0 || this.isKept) return;
    this.work.abort();
    this.fail(outOfTime(this.progress));
  }

  private fail(thrown: unknown): void {
    if (this.failure !== undefined || this.listing !== undefined) return;
    this.failure = { thrown };
    this.end();
  }

  private end(): void {
    this.changes.emit('change');
    this.options.onOver(this);
  }
}

/** Checks whether the kind of problem has changed, or the next attempt has been postponed. */
function hasChanged(before: UpstreamHealth | undefined, now: UpstreamHealth | undefined): boolean {
  if (before === undefined || now === undefined) return before !== now;
  return before.kind !== now.kind || now.againInMs > before.againInMs;
}
