import { UpstreamUnavailableError } from '@/lib/errors';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings, ExtendedNft, ExtendedToken } from './holdings';
import type { UpstreamHealth } from './upstream-health';

/** Progress of a read. `total` grows while the read discovers more; it is 0 before anything is known. */
export type HoldingsProgress = {
  /** `accounts`: balance and token accounts; `assets`: mints and metadata; `documents`: off-chain documents. */
  step: 'accounts' | 'assets' | 'documents';
  done: number;
  total: number;
};

/** An item completed by its document, with its index in the `holdings` event. */
export type FilledItem<Item> = { index: number; item: Item };

/** Items completed by their documents, in any order. Each item is reported once. */
export type FilledItems = { nfts: FilledItem<ExtendedNft>[]; tokens: FilledItem<ExtendedToken>[] };

/** The list, without documents. */
export type ItemListing = {
  owner: SolanaAddress;
  holdings: ExtendedHoldings;
  /** How many items are missing, if the read failed; its error follows. */
  missing?: number;
};

/** The list with its documents. */
type ItemResult = {
  holdings: ExtendedHoldings;
  /** Approximate bytes of the documents in memory; absent if none were fetched. */
  documentBytes?: number;
};

/**
 * What happens while an account's holdings are read: `progress` at any time; `trouble` until the list is read;
 * `holdings` once; `documents` as they arrive; `done` at the end. By default events carry items; the dashboard's
 * carry rows (`HoldingsLine`).
 */
export type HoldingsEvent<Listing = ItemListing, Documents = FilledItems, Result = ItemResult> =
  | ({ type: 'progress' } & HoldingsProgress)
  /** The node's trouble changed; null when it is over. */
  | { type: 'trouble'; trouble: UpstreamHealth | null }
  | ({ type: 'holdings' } & Listing)
  | ({ type: 'documents' } & Documents)
  | ({ type: 'done' } & Result);

/** Returns holdings with the items of a `documents` event. */
export function withDocuments(holdings: ExtendedHoldings, { nfts, tokens }: FilledItems): ExtendedHoldings {
  return { ...holdings, nfts: replace(holdings.nfts, nfts), tokens: replace(holdings.tokens, tokens) };
}

function replace<Item>(items: Item[], filled: readonly FilledItem<Item>[]): Item[] {
  if (filled.length === 0) return items;
  const next = [...items];
  for (const { index, item } of filled) next[index] = item;
  return next;
}

/** The error of a read that ran out of time, with its progress. */
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
