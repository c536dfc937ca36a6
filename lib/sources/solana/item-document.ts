import type { Item } from '@/lib/solana/assemble-holdings';
import { withoutAssets } from '@/lib/solana/coverage';
import type { ExtendedHoldings } from '@/lib/solana/holdings';
import type { DocumentFiller } from '@/lib/sources/documents/fill-documents';

/** Adds the document to an item; see `SolanaSource.withDocument`. */
export async function withDocument(
  fill: DocumentFiller,
  item: Item,
  waitMs: number,
  signal: AbortSignal,
): Promise<Item> {
  if (item.kind === 'token' || item.item.metadata.data.uriData !== undefined) return item;
  const nft = item.item;
  // Remove the document warnings of an earlier read.
  const warnings = nft.warnings.filter((warning) => !warning.startsWith('document-'));
  const holdings: ExtendedHoldings = {
    lamports: 0n,
    nfts: [{ ...nft, warnings }],
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
      if (event.type === 'done' && event.holdings.nfts[0])
        return { kind: 'nft', item: event.holdings.nfts[0] };
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
  return item;
}
