import { Notifier } from '@/lib/promises/notifier';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { holdingsBytes } from '@/lib/solana/holdings-bytes';
import { type HoldingsEvent, type HoldingsProgress, outOfTime } from '@/lib/solana/holdings-events';
import { ViewportPriority } from '@/lib/solana/viewport-priority';
import { type HoldingsWait, leftToWait } from './holdings-wait';
import { KnownHoldings, type LastingEvent } from './known-holdings';
import { Subscribers } from './subscribers';

/**
 * How long documents are still fetched when nobody follows any more: whoever goes from a page to one of its items
 * leaves before the item's page asks.
 */
const LINGER_MS = 5_000;
/** Among more items nobody chooses what comes first: putting them in order takes a second. A page tells what it shows. */
const MOST_TO_CHOOSE_FROM = 10_000;

/**
 * One read of an account's holdings that several may follow, such as a page and its stream. Who joins late is told
 * first what has come so far. The read is stopped when nobody follows it and no follower is expected.
 */
export class HoldingsStream {
  /** What every follower is told, in order. Of progress only the latest is kept. */
  private log: LastingEvent[] = [];
  private readonly known = new KnownHoldings();
  private latestProgress: HoldingsProgress = { step: 'accounts', done: 0, total: 0 };
  /** Progress since the last entry of the log: what is older is stale. */
  private pendingProgress: HoldingsProgress | undefined;
  private failure: { thrown: unknown } | undefined;
  private over = false;
  readonly subscribers = new Subscribers(
    () => (this.hasHoldings && !this.over ? LINGER_MS : 0),
    () => this.stop(),
  );
  /** What its followers look at: the documents of these come first. */
  readonly viewport = new ViewportPriority();
  /** What is looked at first: as the page chose that came last. However many pages wait, it is chosen once. */
  private choice: ((holdings: ExtendedHoldings) => string[]) | undefined;
  /** Since when the holdings are there. */
  holdingsAt: number | undefined;
  private readonly changes = new Notifier();
  private readonly work = new AbortController();

  /**
   * @param read starts the read; its signal is aborted when nobody is left, and the documents of items in view come first
   * @param onOver called once, when the read is done, has failed or was stopped
   */
  constructor(
    read: (signal: AbortSignal, viewport: ViewportPriority) => AsyncIterable<HoldingsEvent>,
    private readonly onOver: (read: HoldingsStream) => void,
  ) {
    void this.run(read(this.work.signal, this.viewport));
  }

  /** The holdings with the documents that have arrived; undefined while the chain is being read. */
  get holdings(): ExtendedHoldings | undefined {
    return this.known.of(this.log);
  }

  /** How many items the read had to leave out, where it failed with part of the account. */
  get missing(): number | undefined {
    const first = this.log[0];
    return first?.type === 'holdings' ? first.missing : undefined;
  }

  /** Bytes that it takes in memory, about: items and documents. */
  get bytes(): number {
    const last = this.log.at(-1);
    if (last === undefined || last.type === 'documents') return holdingsBytes({ nfts: [], tokens: [] });
    const documents = last.type === 'done' ? (last.documentBytes ?? 0) : 0;
    return holdingsBytes(last.holdings) + documents;
  }

  get hasHoldings(): boolean {
    return this.log.length > 0;
  }

  get isDone(): boolean {
    return this.log.at(-1)?.type === 'done';
  }

  /** How far the read has come. */
  get progress(): HoldingsProgress {
    return this.latestProgress;
  }

  /**
   * Everything that is told of the read. A follower slower than the work is not told of stale progress; one who joins
   * when the read is done is told the whole at once.
   * @param signal ends the following
   * @throws UpstreamUnavailableError `deadline-exceeded` when the signal is aborted, or what the read failed with
   */
  async *events(signal: AbortSignal): AsyncGenerator<HoldingsEvent, void, undefined> {
    const { log } = this;
    let cursor = 0;
    let yieldedProgress: HoldingsProgress | undefined;
    const unsubscribe = this.subscribers.subscribe();
    try {
      for (;;) {
        const event = log[cursor];
        if (signal.aborted) throw outOfTime(this.progress, signal.reason);
        if (event !== undefined) {
          cursor += 1;
          yield event;
          if (event.type === 'done') return;
        } else if (this.failure !== undefined) throw this.failure.thrown;
        else if (this.pendingProgress !== undefined && this.pendingProgress !== yieldedProgress) {
          yieldedProgress = this.pendingProgress;
          yield { type: 'progress', ...yieldedProgress };
        } else await this.changes.wait({ signal });
      }
    } finally {
      unsubscribe();
    }
  }

  /** Looks at items as soon as the holdings are there, before any document is asked for. @param choose their addresses */
  prioritize(choose: (holdings: ExtendedHoldings) => string[]): void {
    if (this.holdings !== undefined) this.viewport.report(this.chosen(this.holdings, choose));
    else this.choice = choose;
  }

  /**
   * Waits until the read is over, but no longer than given.
   * @param inTrouble whether the node is, so that holdings will not come soon
   * @throws what the read failed with
   */
  async wait(wait: HoldingsWait, inTrouble = () => false): Promise<void> {
    const startedAt = performance.now();
    const unsubscribe = this.subscribers.subscribe();
    try {
      while (!this.over) {
        const leftMs = leftToWait(wait, startedAt, this, inTrouble());
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
        this.isDone ? undefined : { thrown: new Error('The read of holdings ended without a result') },
      );
    } catch (thrown) {
      this.end({ thrown });
    }
  }

  private chosen(holdings: ExtendedHoldings, choose: (holdings: ExtendedHoldings) => string[]): string[] {
    return holdings.nfts.length + holdings.tokens.length > MOST_TO_CHOOSE_FROM ? [] : choose(holdings);
  }

  private stop(): void {
    this.work.abort();
    this.end({ thrown: outOfTime(this.progress) });
  }

  private onEvent(event: HoldingsEvent): void {
    if (this.over) return;
    if (event.type === 'progress') {
      const { step, done, total } = event;
      this.latestProgress = { step, done, total };
      this.pendingProgress = this.latestProgress;
    } else {
      this.log.push(event);
      if (event.type === 'holdings') {
        this.holdingsAt = performance.now();
        if (this.choice) this.viewport.expect(this.chosen(event.holdings, this.choice));
      }
      if (event.type === 'documents')
        for (const { item } of [...event.nfts, ...event.tokens]) this.viewport.resolve(item.address);
      this.pendingProgress = undefined;
    }
    this.changes.notify();
  }

  private end(failure: { thrown: unknown } | undefined): void {
    if (this.over) return;
    this.over = true;
    this.failure = failure;
    this.compactLog();
    this.changes.notify();
    this.onOver(this);
  }

  /** Later followers need the whole alone; those that are on their way have the log they began with. */
  private compactLog(): void {
    const first = this.log[0];
    const last = this.log.at(-1);
    if (first?.type === 'holdings' && last?.type === 'done') {
      this.log = [{ ...first, holdings: last.holdings }, last];
      this.known.forget();
    }
  }
}
