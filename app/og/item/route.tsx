import { isNoAccount } from '@/app/(dashboard)/shared-metadata';
import { OgCard } from '@/components/og/card';
import { nftRow, tokenRow } from '@/lib/dashboard/account/rows';
import { clusterName } from '@/lib/dashboard/chains';
import { accountCalled, formatBasisPoints, formatShown, shorten } from '@/lib/dashboard/format';
import { readChain } from '@/lib/dashboard/search-params';
import { ogText } from '@/lib/dashboard/share-image-text';
import { ogImages } from '@/lib/server/images/share-image';
import { type ShareImage, shareImageAnswer } from '@/lib/server/images/share-image-answer';
import { paidItemOfAccount } from '@/lib/server/pages/account-page';
import { isAddress } from '@/lib/solana/address/address';
import type { Item } from '@/lib/solana/assemble-holdings';

/** Of an address or a name in a query. */
const MOST_CHARACTERS = 200;

/** The share image of an item: its own picture, its name and what is to be known of it. */
export function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  const [account = '', item = ''] = ['address', 'item'].map((name) =>
    (searchParams.get(name) ?? '').slice(0, MOST_CHARACTERS),
  );
  const chain = readChain(searchParams, 101);
  return shareImageAnswer(request, `item ${chain} ${account} ${item}`, () => compose(account, item, chain));
}

async function compose(account: string, item: string, chain: number): Promise<ShareImage> {
  const result = await paidItemOfAccount(account, item, chain);
  const found = result.ok ? result.value : undefined;
  const images = found?.item.image ? await ogImages([found.item.image], 1) : [];
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
      title: ogText(row.symbol || row.name, 24) || 'Token',
      facts: [{ name: 'Amount', value: ogText(shorten(formatShown(row), 12, 8)) }],
    };
  }
  const row = nftRow(found.item, noImage);
  return {
    title: ogText(row.name, 24) || 'NFT',
    facts: [
      ...(row.symbol === '' ? [] : [{ name: 'Symbol', value: ogText(row.symbol, 12) }]),
      { name: 'Royalty', value: formatBasisPoints(found.item.sellerFeeBasisPoints) },
    ],
  };
}
