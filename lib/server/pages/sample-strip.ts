import 'server-only';
import { type NftRow, nftRow } from '@/lib/dashboard/account/rows';
import { imagePath } from '@/lib/server/routes/image-path';
import { SAMPLE_BIG_ITEMS, SAMPLE_BIG_WALLET, SAMPLE_SHOWCASE_WALLET } from '@/lib/solana/sample-addresses';
import { itemOfAccount, prepaidFirstHoldings } from './account-page';

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
  const addresses = nfts
    .map(({ address, collection, symbol }) => {
      const group = collection?.key ?? symbol;
      const turn = turns.get(group) ?? 0;
      turns.set(group, turn + 1);
      return { address, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .slice(0, PICTURES)
    .map(({ address }) => address);
  return itemsOf(SAMPLE_SHOWCASE_WALLET, addresses);
}

/** Reads single items of the large wallet: a complete listing would delay the home page. */
const bigNfts = (): Promise<NftRow[]> => itemsOf(SAMPLE_BIG_WALLET, SAMPLE_BIG_ITEMS);

/** Reads NFTs with their images. */
async function itemsOf(wallet: string, addresses: readonly string[]): Promise<NftRow[]> {
  const results = await Promise.all(
    addresses.map((address) => itemOfAccount(wallet, address, SAMPLE_CHAIN, { isPaid: true })),
  );
  return results.flatMap((result) =>
    result.ok && result.value?.kind === 'nft' ? [nftRow(result.value.item, imagePath)] : [],
  );
}
