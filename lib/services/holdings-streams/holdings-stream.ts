import { Notifier } from '@/lib/promises/notifier';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { holdingsBytes } from '@/lib/solana/holdings-bytes';
import {
  type HoldingsEvent,
  type HoldingsProgress,
  outOfTime,
  withDocuments,
} from '@/lib/solana/holdings-events';
import { HEALTH_POLL_MS, type UpstreamHealth } from '@/lib/solana/upstream-health';
import { ViewportPriority } from '@/lib/solana/viewport-priority';
import { type HoldingsWait, remainingWait } from './holdings-wait';
import { Subscribers } from './subscribers';

/** How long documents are still fetched after the last subscriber has left, in ms. An item page may need them next. */
const LINGER_MS = 5_000;
/** Memory of a listing without its items and documents, in bytes (measured: 3,000 to 4,000). */
const LISTING_BYTES = 5_000;
/**
 * Maximum number of items to sort in order to predict which ones are on screen first. Sorting more takes about a
 * second, and the page reports the items on screen anyway.
 */
const MAX_TO_PRIORITIZE = 10_000;

export type HoldingsStreamOptions = {
  /** Starts the listing, which fetches the documents of items in `viewport` first. Aborting the signal stops it. */
  read: (signal: AbortSignal, viewport: ViewportPriority) => AsyncIterable<HoldingsEvent>;
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
  private log: HoldingsEvent[] = [];
  /** The holdings, with the metadata documents that have arrived; undefined until the list has arrived. */
  holdings: ExtendedHoldings | undefined;
  /** When the list arrived, as a `performance.now()` time. */
  holdingsAt: number | undefined;
  progress: HoldingsProgress = { step: 'accounts', done: 0, total: 0 };
  /** Latest progress since the last entry of the log. */
  private pendingProgress: HoldingsProgress | undefined;
  private failure: { thrown: unknown } | undefined;
  private over = false;
  readonly subscribers = new Subscribers(
    () => (this.holdings !== undefined && !this.over ? LINGER_MS : 0),
    () => this.stop(),
  );
  /** Items on screen; their documents are fetched first. */
  readonly viewport = new ViewportPriority();
  /**
   * Chooses the items that are on screen first, by address; set by the latest page. Called once, when the list arrives.
   */
  private choice: ((holdings: ExtendedHoldings) => string[]) | undefined;
  private readonly changes = new Notifier();
  private readonly work = new AbortController();

  constructor(private readonly options: HoldingsStreamOptions) {
    void this.run(options.read(this.work.signal, this.viewport));
  }

  /** Approximate memory of the listing with its items and documents, in bytes. Documents are counted only after the listing is complete. */
  get bytes(): number {
    const last = this.log.at(-1);
    const documents = last?.type === 'done' ? (last.documentBytes ?? 0) : 0;
    return LISTING_BYTES + holdingsBytes(this.holdings ?? { nfts: [], tokens: [] }) + documents;
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
    // Keep this array: `cursor` is not valid for the shorter one from `compactLog`.
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
   * Fetches the documents of the chosen items before the others.
   * @param choose returns the items' addresses
   */
  prioritize(choose: (holdings: ExtendedHoldings) => string[]): void {
    if (this.holdings !== undefined) this.viewport.report(chosen(this.holdings, choose));
    else this.choice = choose;
  }

  /**
   * Waits until the listing is over or the time is up.
   * @throws the error of a failed listing
   */
  async wait(wait: HoldingsWait): Promise<void> {
    const startedAt = performance.now();
    const unsubscribe = this.subscribers.subscribe();
    try {
      while (!this.over) {
        const leftMs = remainingWait(wait, startedAt, this, this.options.trouble() !== undefined);
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
      this.holdingsAt = performance.now();
      if (this.choice) this.viewport.expect(chosen(event.holdings, this.choice));
    } else if (event.type === 'documents') {
      this.holdings &&= withDocuments(this.holdings, event);
      for (const { item } of [...event.nfts, ...event.tokens]) this.viewport.resolve(item.address);
    } else if (event.type === 'done') this.holdings = event.holdings;
    this.changes.notify();
  }

  private end(failure: { thrown: unknown } | undefined): void {
    if (this.over) return;
    this.over = true;
    this.failure = failure;
    this.compactLog();
    this.changes.notify();
    this.options.onOver(this);
  }

  /** Drops the intermediate events of a finished listing: later subscribers only need the result. */
  private compactLog(): void {
    const first = this.log[0];
    const last = this.log.at(-1);
    if (first?.type === 'holdings' && last?.type === 'done')
      this.log = [{ ...first, holdings: last.holdings }, last];
  }
}

const chosen = (holdings: ExtendedHoldings, choose: (holdings: ExtendedHoldings) => string[]): string[] =>
  holdings.nfts.length + holdings.tokens.length > MAX_TO_PRIORITIZE ? [] : choose(holdings);

/** Checks whether the kind of problem has changed, or the next attempt has been postponed. */
function hasChanged(before: UpstreamHealth | undefined, now: UpstreamHealth | undefined): boolean {
  if (before === undefined || now === undefined) return before !== now;
  return before.kind !== now.kind || now.againInMs > before.againInMs;
}
