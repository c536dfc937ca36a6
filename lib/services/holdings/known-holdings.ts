import type { ExtendedHoldings } from '@/lib/solana/holdings';
import { type FilledItems, type HoldingsEvent, withDocuments } from '@/lib/solana/holdings-events';

/** What is told of a read for good. */
export type LastingEvent = Exclude<HoldingsEvent, { type: 'progress' }>;

/** What a log of events comes to. A log of thousands is gone through once, however often it is asked for. */
export class KnownHoldings {
  /** Events that are in `holdings`. */
  private told = 0;
  private holdings: ExtendedHoldings | undefined;

  /** The holdings with the documents that have arrived; undefined while there are none. @param log only grows */
  of(log: readonly LastingEvent[]): ExtendedHoldings | undefined {
    if (this.told === log.length) return this.holdings;
    let more: FilledItems = { nfts: [], tokens: [] };
    for (const event of log.slice(this.told))
      if (event.type === 'documents') {
        for (const nft of event.nfts) more.nfts.push(nft);
        for (const token of event.tokens) more.tokens.push(token);
      } else {
        this.holdings = event.holdings;
        more = { nfts: [], tokens: [] };
      }
    this.holdings &&= withDocuments(this.holdings, more);
    this.told = log.length;
    return this.holdings;
  }

  /** The log is another one now. */
  forget(): void {
    this.told = 0;
  }
}
