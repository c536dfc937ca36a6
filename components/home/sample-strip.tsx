import { itemHref } from '@/components/account/gallery/item-href';
import { ItemImage } from '@/components/ui/image';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';

/** A line of NFTs of the sample wallet, each leading to its page. */
export function SampleStrip({ nfts }: { nfts: readonly NftRow[] }) {
  if (nfts.length === 0) return null;
  return (
    <>
      <h2 id="sample-strip" className="mt-8 text-muted text-sm">
        NFTs of the sample wallet
      </h2>
      <ul aria-labelledby="sample-strip" className="mt-2 grid grid-cols-4 gap-2 sm:grid-cols-8">
        {nfts.map(({ address, name, picture }) => (
          <li key={address}>
            <a
              href={itemHref(SAMPLE_WALLET, address, 104)}
              title={name}
              className="block aspect-square overflow-hidden rounded-md border border-line hover:border-line-strong"
            >
              <ItemImage path={picture} width={96} alt={name} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
