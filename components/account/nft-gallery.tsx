import { cleanText } from '@/lib/dashboard/format';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { AddressText } from '../ui/address-text';
import { Notice } from '../ui/notice';

/** NFTs as cards. */
export function NftGallery({ nfts }: { nfts: readonly ExtendedNft[] }) {
  if (nfts.length === 0) return <Notice title="No NFTs">This account holds no NFTs.</Notice>;
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
      {nfts.map((nft) => (
        <li key={nft.address} className="min-w-0 rounded-lg border border-line bg-raised p-3">
          <p className="truncate font-medium" title={cleanText(nft.name)}>
            {cleanText(nft.name) || 'Without a name'}
          </p>
          <AddressText address={nft.mint} what="mint" />
        </li>
      ))}
    </ul>
  );
}
