import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { storeUnavailable } from './store-error';

type Waiting = {
  pairings: readonly BtcAccountPairing[];
  resolve: () => void;
  reject: (reason: unknown) => void;
};

/** Maximum number of pairings per transaction. In SQLite, a transaction of this size takes about 5 ms. */
const BATCH = 250;

/** Groups concurrent calls into one transaction. One transaction is in flight at a time. */
export class GroupCommit {
  private queue: Waiting[] = [];
  private draining: Promise<void> | undefined;

  /**
   * @param write writes the pairings in one transaction; may reject
   */
  constructor(private readonly write: (pairings: readonly BtcAccountPairing[]) => Promise<void>) {}

  /**
   * Resolves when the pairings are durable.
   * @throws UpstreamUnavailableError (`store-unavailable`) if the transaction fails
   */
  add(pairings: readonly BtcAccountPairing[]): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.queue.push({ pairings, resolve, reject });
      this.draining ??= this.drain();
    });
  }

  /** Resolves when the queue is empty; never rejects. */
  async idle(): Promise<void> {
    await this.draining;
  }

  private async drain(): Promise<void> {
    // Wait one turn of the event loop, to collect concurrent calls.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.queue.length > 0) {
      const batch = this.takeBatch();
      try {
        await this.write(batch.flatMap((waiting) => waiting.pairings));
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        for (const { reject } of batch) reject(storeUnavailable(cause));
      }
    }
    this.draining = undefined;
  }

  private takeBatch(): Waiting[] {
    let size = 0;
    let count = 0;
    while (count < this.queue.length && (count === 0 || size < BATCH))
      size += this.queue[count++]?.pairings.length ?? 0;
    const batch = this.queue.slice(0, count);
    this.queue = this.queue.slice(count);
    return batch;
  }
}
