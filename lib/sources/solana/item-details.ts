import type { RequestScope } from '@/lib/promises/request-scope';
import { withEdition } from '@/lib/solana/assemble-holdings';
import { withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedHoldings, ExtendedNft, Item } from '@/lib/solana/holdings';
import type { DocumentedNfts } from '@/lib/solana/solana-source';
import type { DocumentFiller } from '@/lib/sources/documents/fill-documents';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { readEdition } from './editions';

/** Adds the document and the edition to an NFT; returns a token as it is. See `SolanaSource.withDetails`. */
export async function withDetails(
  fill: DocumentFiller,
  transport: Transport,
  item: Item,
  waitMs: number,
  scope: RequestScope,
): Promise<Item> {
  if (item.kind === 'token') return item;
  const nft = item.item;
  const hasDocument = nft.metadata.data.uriData !== undefined;
  const [documented, edition] = await Promise.all([
    hasDocument ? nft : withDocuments(fill, [nft], waitMs, scope.signal).then(({ nfts }) => nfts[0] ?? nft),
    readEdition(nft, transport, waitMs, scope),
  ]);
  return { kind: 'nft', item: edition === undefined ? documented : withEdition(documented, edition) };
}

/** Adds the documents to NFTs; see `SolanaSource.withDocuments`. */
export async function withDocuments(
  fill: DocumentFiller,
  nfts: readonly ExtendedNft[],
  waitMs: number,
  signal: AbortSignal,
): Promise<DocumentedNfts> {
  const holdings: ExtendedHoldings = {
    lamports: 0n,
    // Remove the document warnings of an earlier read.
    nfts: nfts.map((nft) => ({
      ...nft,
      warnings: nft.warnings.filter((warning) => !warning.startsWith('document-')),
    })),
    tokens: [],
    lamportsString: '0',
    slot: 0,
    commitment: 'confirmed',
    warnings: [],
    coverage: withoutAssets('no-das-endpoint'),
    primaryName: null,
  };
  const onChain = { holdings, tokenUris: new Map<string, string>(), newestSlot: 0 };
  try {
    for await (const event of fill(onChain, { signal, budgetMs: waitMs }))
      if (event.type === 'done')
        return { nfts: event.holdings.nfts, isComplete: !event.holdings.warnings.includes('documents-late') };
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
  return { nfts: [...nfts], isComplete: false };
}
