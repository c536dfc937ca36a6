import 'server-only';
import { type NftRow, nftRow } from '@/lib/dashboard/account/rows';
import { imagePath } from '@/lib/server/routes/image-path';
import { SAMPLE_BIG_ITEMS, SAMPLE_BIG_WALLET, SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { itemOfAccount, prepaidFirstHoldings } from '../account-page';

const SAMPLE_CHAIN = 104;
/** Number of pictures on a card. */
const PICTURES = 4;

/** NFTs with pictures: of the showcase wallet, and of the sample wallet with 10,000 NFTs. */
export type SampleStrips = { showcase: NftRow[]; big: NftRow[] };

let strips: Promise<SampleStrips> | undefined;

/**
 * Returns a few NFTs of each sample wallet, for the home page. Reads them only once, because the samples never change.
 * If a list cannot be read, it is empty, and the next call retries.
 */
export function sampleStrips(): Promise<SampleStrips> {
  strips ??= Promise.all([showcaseNfts(), bigNfts()]).then(([showcase, big]) => {
    if (showcase.length === 0 || big.length === 0) strips = undefined;
    return { showcase, big };
  });
  return strips;
}

/** Returns NFTs of the showcase wallet, from as many collections as possible. */
async function showcaseNfts(): Promise<NftRow[]> {
  const result = await prepaidFirstHoldings(SAMPLE_SHOWCASE_WALLET, SAMPLE_CHAIN);
  const nfts = (result.ok ? result.value.holdings?.nfts : undefined) ?? [];
  const turns = new Map<string, number>();
  return nfts
    .map((nft) => nftRow(nft, imagePath))
    .filter(({ picture }) => picture !== undefined)
    .map((row) => {
      const group = row.collection ?? row.symbol;
      const turn = turns.get(group) ?? 0;
      turns.set(group, turn + 1);
      return { row, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .slice(0, PICTURES)
    .map(({ row }) => row);
}

/** Reads single items of the large wallet: a complete listing would delay the home page. */
async function bigNfts(): Promise<NftRow[]> {
  const results = await Promise.all(
    SAMPLE_BIG_ITEMS.map((address) =>
      itemOfAccount(SAMPLE_BIG_WALLET, address, SAMPLE_CHAIN, { isPaid: true }),
    ),
  );
  return results.flatMap((result) =>
    result.ok && result.value?.kind === 'nft' ? [nftRow(result.value.item, imagePath)] : [],
  );
}
