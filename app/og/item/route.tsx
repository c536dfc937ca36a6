import { isNoAccount } from '@/app/(dashboard)/shared-metadata';
import { OgCard } from '@/components/og/card';
import { nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import { clusterName } from '@/lib/dashboard/chains';
import { accountCalled, formatBasisPoints, formatShown, shorten } from '@/lib/dashboard/format';
import { readChain, readText } from '@/lib/dashboard/search-params';
import { ogText, ogTitle } from '@/lib/dashboard/share-image-text';
import { itemOfAccount } from '@/lib/server/pages/account-page';
import { type ShareImage, shareImageAnswer } from '@/lib/server/pages/share-image-response';
import { ogImages } from '@/lib/server/routes/share-image';
import { isAddress } from '@/lib/solana/address/address';
import type { Item } from '@/lib/solana/holdings';

/** Draws the share image of an item: image, name and facts. */
export function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const account = readText(searchParams, 'address');
  const item = readText(searchParams, 'item');
  const chain = readChain(searchParams, 101);
  return shareImageAnswer(request, `item ${chain} ${account} ${item}`, () => compose(account, item, chain));
}

async function compose(account: string, item: string, chain: number): Promise<ShareImage> {
  const result = await itemOfAccount(account, item, chain, { isPaid: true });
  const found = result.ok ? result.value : undefined;
  const images = found?.item.image ? await ogImages([found.item], 1) : [];
  const kind = `Solana ${clusterName(chain).toLowerCase()}`;
  const owner = `of ${accountCalled(account)}`;
  const line = isNoAccount(result) ? '' : ogText(owner);
  if (found === undefined) {
    const title = isAddress(item) ? shorten(item, 6, 6) : 'Solana item';
    return { isWhole: false, card: <OgCard kind={kind} title={title} line={line} facts={[]} images={[]} /> };
  }
  return {
    isWhole: images.length > 0 || found.item.image === '',
    card: <OgCard kind={kind} line={line} {...wordsOf(found)} images={images} picture />,
  };
}

function wordsOf(found: Item): { title: string; facts: { name: string; value: string }[] } {
  const noImage = () => undefined;
  if (found.kind === 'token') {
    const row = tokenRow(found.item, noImage);
    return {
      title: ogTitle(row.symbol || row.name) || 'Token',
      facts: [{ name: 'Amount', value: ogText(shorten(formatShown(row), 12, 8)) }],
    };
  }
  const row = nftRow(found.item, noImage);
  return {
    title: ogTitle(row.name) || 'NFT',
    facts: [
      ...(row.symbol === '' ? [] : [{ name: 'Symbol', value: ogText(row.symbol, 12) }]),
      ...(found.item.sellerFeeBasisPoints === null
        ? []
        : [{ name: 'Royalty', value: formatBasisPoints(found.item.sellerFeeBasisPoints) }]),
    ],
  };
}
