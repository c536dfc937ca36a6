import type { Item } from '@/lib/solana/assemble-holdings';
import { withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedHoldings, ExtendedNft } from '@/lib/solana/holdings';
import type { DocumentedNfts } from '@/lib/solana/solana-source';
import type { DocumentFiller } from '@/lib/sources/documents/fill-documents';

/** Adds the document to an item; see `SolanaSource.withDocument`. */
export async function withDocument(
  fill: DocumentFiller,
  item: Item,
  waitMs: number,
  signal: AbortSignal,
): Promise<Item> {
  if (item.kind === 'token' || item.item.metadata.data.uriData !== undefined) return item;
  const { nfts } = await withDocuments(fill, [item.item], waitMs, signal);
  return nfts[0] ? { kind: 'nft', item: nfts[0] } : item;
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
