import type { RequestScope } from '@/lib/promises/request-scope';
import { withEdition } from '@/lib/solana/assemble-holdings';
import type { ExtendedNft, Item } from '@/lib/solana/holdings';
import type { TokenUris } from '@/lib/solana/holdings-events';
import type { DocumentedNfts } from '@/lib/solana/solana-source';
import type { DocumentFiller, Undocumented } from '@/lib/sources/documents/fill-documents';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { readEdition } from './editions';

type Details = { tokenUris: TokenUris; waitMs: number; scope: RequestScope };

/** Adds the document and, to an NFT, the edition; see `SolanaSource.withDetails`. */
export async function withDetails(
  fill: DocumentFiller,
  transport: Transport,
  { kind, item }: Item,
  { tokenUris, waitMs, scope }: Details,
): Promise<Item> {
  if (kind === 'token') {
    const documented = await filled(fill, { nfts: [], tokens: [item], tokenUris }, waitMs, scope.signal);
    return { kind, item: documented?.tokens[0] ?? item };
  }
  const [documented, edition] = await Promise.all([
    withDocuments(fill, [item], waitMs, scope.signal).then(({ nfts }) => nfts[0] ?? item),
    readEdition(item, transport, waitMs, scope),
  ]);
  return { kind, item: edition === undefined ? documented : withEdition(documented, edition) };
}

/** Adds the documents to NFTs; see `SolanaSource.withDocuments`. */
export async function withDocuments(
  fill: DocumentFiller,
  nfts: readonly ExtendedNft[],
  waitMs: number,
  signal: AbortSignal,
): Promise<DocumentedNfts> {
  const documented = await filled(fill, { nfts, tokens: [], tokenUris: new Map() }, waitMs, signal);
  return documented ?? { nfts: [...nfts], isComplete: false };
}

/** Adds the documents that arrive within `waitMs`; undefined if the signal is aborted. */
async function filled(fill: DocumentFiller, items: Undocumented, waitMs: number, signal: AbortSignal) {
  try {
    return await fill(items, { signal, budgetMs: waitMs });
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    return undefined;
  }
}
