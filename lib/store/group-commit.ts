import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { storeUnavailable } from './store-error';

type Waiting = {
  pairings: readonly BtcAccountPairing[];
  resolve: () => void;
  reject: (reason: unknown) => void;
};

/** Pairings that one transaction takes: some 5 ms in the embedded engine. */
const BATCH = 250;

/** Calls that arrive together share one transaction; one transaction is under way at a time. */
export class GroupCommit {
  private queue: Waiting[] = [];
  private draining: Promise<void> | undefined;

  /** @param write one transaction; may throw */
  constructor(private readonly write: (pairings: readonly BtcAccountPairing[]) => Promise<void>) {}

  /**
   * Resolves when the pairings are durable.
   * @throws UpstreamUnavailableError (`store-unavailable`) when the transaction failed
   */
  add(pairings: readonly BtcAccountPairing[]): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.queue.push({ pairings, resolve, reject });
      this.draining ??= this.drain();
    });
  }

  /** Resolves when nothing waits; never throws. */
  async idle(): Promise<void> {
    await this.draining;
  }

  private async drain(): Promise<void> {
    // One turn of the event loop collects the calls that came in the same burst.
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
