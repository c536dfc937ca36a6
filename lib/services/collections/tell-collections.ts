import type { RequestScope } from '@/lib/promises/request-scope';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { CollectionFace } from '@/lib/solana/solana-source';
import type { Ports } from '../ports';

/**
 * Names and pictures of collections, by what each says of itself: names first, pictures as they arrive. Whether an item
 * belongs to one is the item's own (verified) word, not told here.
 * @param signal ends the reading
 * @throws UnsupportedChainError, UpstreamUnavailableError
 */
export function tellCollections(
  { solana }: Pick<Ports, 'solana'>,
  collections: readonly SolanaAddress[],
  chainId: number,
  scope: RequestScope,
): AsyncIterable<CollectionFace> {
  return solana.watchCollections(chainId, collections, scope);
}
