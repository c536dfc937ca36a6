import 'server-only';
import { attributesOf } from '@/lib/dashboard/account/item-document';
import { type CollectionTraits, clippedTrait } from '@/lib/dashboard/account/traits';
import type { RequestScope } from '@/lib/promises/request-scope';
import type { Ports } from '@/lib/services/ports';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { outOfTime } from '@/lib/solana/holdings-events';

/** Maximum time to wait for metadata documents, in ms. */
const WAIT_MS = 10_000;
/** Time reserved for sending the response, in ms. */
const MARGIN_MS = 500;
const MAX_ITEMS = 5_000;
/** Maximum number of characters in a response. */
const MAX_CHARACTERS = 4_000_000;

type Options = {
  chainId: number;
  owner: SolanaAddress;
  collection: SolanaAddress;
  /** Called before the account is listed, if no listing can be reused. Its errors are rethrown. */
  beforeReading: () => Promise<void>;
  scope: RequestScope;
};

/**
 * Returns the traits of an account's items that belong to a verified collection. Reuses the listing that the account's
 * page has started. Omits items whose metadata documents do not arrive in time.
 * @throws UpstreamUnavailableError if the list could not be read in time
 */
export async function collectionTraits(
  { solana, holdingsStreams }: Pick<Ports, 'solana' | 'holdingsStreams'>,
  { chainId, owner, collection, beforeReading, scope }: Options,
): Promise<CollectionTraits> {
  const startedAt = performance.now();
  const ms = Math.min(WAIT_MS, scope.deadlineAt - startedAt - MARGIN_MS);
  if (holdingsStreams.known(chainId, owner) === undefined) await beforeReading();
  const stream = holdingsStreams.known(chainId, owner) ?? holdingsStreams.fresh(chainId, owner);
  await stream.wait({ holdingsMs: ms });
  if (stream.listing === undefined) throw outOfTime(stream.progress);
  const members = stream.listing.holdings.nfts.filter(
    (nft) => nft.collection?.verified && nft.collection.key === collection,
  );
  const leftMs = Math.max(0, startedAt + ms - performance.now());
  const { nfts, isComplete } = await solana.withDocuments(members.slice(0, MAX_ITEMS), leftMs, scope);
  return { items: itemsOf(nfts), isComplete };
}

function itemsOf(nfts: readonly ExtendedNft[]): CollectionTraits['items'] {
  const items: CollectionTraits['items'] = [];
  let characters = 0;
  for (const { address, metadata } of nfts) {
    const document = metadata.data.uriData;
    if (document === undefined) continue;
    const traits = attributesOf(document).map(clippedTrait);
    characters += traits.reduce((sum, { trait, value }) => sum + trait.length + value.length + 25, 60);
    if (characters > MAX_CHARACTERS) break;
    items.push({ address, traits });
  }
  return items;
}
