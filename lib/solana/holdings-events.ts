import { UpstreamUnavailableError } from '@/lib/errors';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings, ExtendedNft, ExtendedToken } from './holdings';
import type { UpstreamHealth } from './upstream-health';

/** Progress of a read. `total` starts at 0 and grows as more items are found. */
export type HoldingsProgress = {
  /** `accounts`: balance and token accounts; `assets`: mints and metadata; `documents`: off-chain documents. */
  step: 'accounts' | 'assets' | 'documents';
  done: number;
  total: number;
};

/** An item with its document, and the item's index in the `holdings` event. */
export type FilledItem<Item> = { index: number; item: Item };

/** Items whose documents have arrived, in any order. Each item is reported once. */
export type FilledItems = { nfts: FilledItem<ExtendedNft>[]; tokens: FilledItem<ExtendedToken>[] };

/** The listed items, without documents. */
export type ItemListing = {
  owner: SolanaAddress;
  holdings: ExtendedHoldings;
};

/** The listed items with their documents. */
type ItemResult = {
  holdings: ExtendedHoldings;
  /** Approximate bytes of the documents in memory; absent if none were fetched. */
  documentBytes?: number;
};

/**
 * Events while an account's holdings are read: `progress` at any time; `trouble` until the list is read; `holdings`
 * once; `documents` as they arrive; `done` at the end. By default events carry items; the dashboard's events carry rows
 * (`HoldingsLine`).
 */
export type HoldingsEvent<Listing = ItemListing, Documents = FilledItems, Result = ItemResult> =
  | ({ type: 'progress' } & HoldingsProgress)
  /** The health of the node has changed; `trouble` is null once the node works again. */
  | { type: 'trouble'; trouble: UpstreamHealth | null }
  | ({ type: 'holdings' } & Listing)
  | ({ type: 'documents' } & Documents)
  | ({ type: 'done' } & Result);

/** Returns the holdings with the items of a `documents` event replaced. */
export function withDocuments(holdings: ExtendedHoldings, { nfts, tokens }: FilledItems): ExtendedHoldings {
  return { ...holdings, nfts: replace(holdings.nfts, nfts), tokens: replace(holdings.tokens, tokens) };
}

function replace<Item>(items: Item[], filled: readonly FilledItem<Item>[]): Item[] {
  if (filled.length === 0) return items;
  const next = [...items];
  for (const { index, item } of filled) next[index] = item;
  return next;
}

/** Creates the error for a read that ran out of time. The message reports the progress. */
export function outOfTime(
  { step, done, total }: HoldingsProgress,
  cause?: unknown,
): UpstreamUnavailableError {
  const far =
    step === 'accounts'
      ? 'before the token accounts were read'
      : `with ${done} of ${total} ${step === 'assets' ? 'mint and metadata accounts' : 'documents'} read`;
  return new UpstreamUnavailableError(
    'deadline-exceeded',
    `Time ran out ${far}`,
    { progress: { step, done, total } },
    cause,
  );
}
