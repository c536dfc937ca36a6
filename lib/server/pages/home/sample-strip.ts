import 'server-only';
import { type NftRow, nftRow } from '@/lib/dashboard/account/rows';
import { imagePath } from '@/lib/server/images/image-path';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { prepaidFirstHoldings } from '../account-page';

const SAMPLE_CHAIN = 104;
const MOST = 8;

let strip: Promise<NftRow[]> | undefined;

/**
 * Returns a few NFTs of the sample wallet, from as many collections as possible. They are read only once, because
 * the sample never changes. Empty if they could not be read; the next call retries.
 */
export function sampleStrip(): Promise<NftRow[]> {
  strip ??= readStrip().then((rows) => {
    if (rows.length === 0) strip = undefined;
    return rows;
  });
  return strip;
}

async function readStrip(): Promise<NftRow[]> {
  const result = await prepaidFirstHoldings(SAMPLE_WALLET, SAMPLE_CHAIN);
  const nfts = (result.ok ? result.value.holdings?.nfts : undefined) ?? [];
  const turns = new Map<string, number>();
  return nfts
    .map((nft) => nftRow(nft, imagePath))
    .filter(({ picture, warnings }) => picture !== undefined && warnings === undefined)
    .map((row) => {
      const group = row.collection ?? row.symbol;
      const turn = turns.get(group) ?? 0;
      turns.set(group, turn + 1);
      return { row, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .slice(0, MOST)
    .map(({ row }) => row);
}
