import { UpstreamUnavailableError } from '@/lib/errors';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedHoldings, ExtendedNft, ExtendedToken } from './holdings';

/** How far the reading of holdings has come. `total` grows as more becomes known; it is 0 while nothing is. */
export type HoldingsProgress = {
  /** `accounts`: balance and token accounts; `assets`: mints and metadata; `documents`: off-chain documents. */
  step: 'accounts' | 'assets' | 'documents';
  done: number;
  total: number;
};

/** An item with what its document added, and its index in the list of the `holdings` event. */
export type FilledItem<Item> = { index: number; item: Item };

/** What documents added to some items: any items, in any order, each of them once. */
export type FilledItems = { nfts: FilledItem<ExtendedNft>[]; tokens: FilledItem<ExtendedToken>[] };

/**
 * What is told of an account's holdings while they are read: progress at any time; `holdings` once, without their
 * off-chain documents; `documents` as often as some arrive; and `done` at the end, with the whole.
 */
export type HoldingsEvent =
  | ({ type: 'progress' } & HoldingsProgress)
  | {
      type: 'holdings';
      owner: SolanaAddress;
      holdings: ExtendedHoldings;
      /** How many items could not be read, where the read has failed: this is what it had, and its failure follows. */
      missing?: number;
    }
  | ({ type: 'documents' } & FilledItems)
  | {
      type: 'done';
      holdings: ExtendedHoldings;
      /** Bytes that its documents take in memory, about; absent where none were fetched. */
      documentBytes?: number;
    };

/** The holdings after a `documents` event; those given are not changed. */
export function withDocuments(holdings: ExtendedHoldings, { nfts, tokens }: FilledItems): ExtendedHoldings {
  return { ...holdings, nfts: replace(holdings.nfts, nfts), tokens: replace(holdings.tokens, tokens) };
}

function replace<Item>(items: Item[], filled: readonly FilledItem<Item>[]): Item[] {
  if (filled.length === 0) return items;
  const next = [...items];
  for (const { index, item } of filled) next[index] = item;
  return next;
}

/** The error of whoever has no time left to wait for holdings; it says how far the reading had come. */
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
