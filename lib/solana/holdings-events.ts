import { UpstreamUnavailableError } from '@/lib/errors';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ClosableAccounts } from './assemble-holdings';
import type { ExtendedHoldings } from './holdings';
import type { UpstreamHealth } from './upstream-health';

/** Progress of a read. `total` starts at 0 and grows as more items are found. */
export type HoldingsProgress = {
  /** `accounts`: balance and token accounts; `assets`: mints and metadata. */
  step: 'accounts' | 'assets';
  done: number;
  total: number;
};

/** URI of each token's document, by token account. */
export type TokenUris = ReadonlyMap<SolanaAddress, string>;

/** The listed items, without documents. */
export type ItemListing = {
  owner: SolanaAddress;
  holdings: ExtendedHoldings;
  tokenUris: TokenUris;
  closable?: ClosableAccounts | undefined;
};

/**
 * Events while an account's holdings are read: `progress` and `trouble` until the list is read; `holdings` once; `done`
 * at the end. By default events carry items; the dashboard's events carry rows (`HoldingsLine`).
 */
export type HoldingsEvent<Listing = ItemListing> =
  | ({ type: 'progress' } & HoldingsProgress)
  /** The health of the node has changed; `trouble` is null once the node works again. */
  | { type: 'trouble'; trouble: UpstreamHealth | null }
  | ({ type: 'holdings' } & Listing)
  | { type: 'done' };

/** Creates the error for a read that ran out of time. The message reports the progress. */
export function outOfTime(
  { step, done, total }: Omit<HoldingsProgress, 'step'> & { step: HoldingsProgress['step'] | 'documents' },
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

/** Memory per item in bytes (measured), excluding strings and the document. */
const ITEM_BYTES = 800;

/** Estimates the memory that holdings take, excluding documents, in bytes. */
export function holdingsBytes(
  { nfts, tokens }: Pick<ExtendedHoldings, 'nfts' | 'tokens'>,
  tokenUris: TokenUris = new Map(),
): number {
  let characters = 0;
  for (const uri of tokenUris.values()) characters += uri.length;
  for (const { name, symbol, image, metadata } of nfts)
    characters += name.length + symbol.length + image.length + metadata.data.uri.length;
  for (const { name, symbol, image } of tokens) characters += name.length + symbol.length + image.length;
  return (nfts.length + tokens.length + 1) * ITEM_BYTES + 2 * characters;
}
