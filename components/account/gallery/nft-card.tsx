import { memo } from 'react';
import { ItemImage } from '@/components/ui/image';
import { Labels, SIGNED } from '@/components/ui/labels';
import type { NftRow } from '@/lib/dashboard/account/rows';
import {
  type ImageProgress,
  isMetadataUnread,
  nftLabel,
  noImageLabel,
} from '@/lib/dashboard/account/unread-data';
import { formatAmount } from '@/lib/dashboard/format';
import { itemHref } from './item-href';

/** Height of what stands below a card's image; the gallery's window counts on it. */
export const CARD_TEXT_PX = 68;
/** Cards of a phone's first screen: their pictures come before the page's script. */
const FIRST_SCREEN = 4;
/** Cards of a large window's first screen, about: their pictures wait for no layout. */
const LARGE_SCREEN = 10;

/** How the picture of one of the first cards is asked for. */
export const loadingOf = (index: number) =>
  index < FIRST_SCREEN ? 'first' : index < LARGE_SCREEN ? 'eager' : 'lazy';

type Props = {
  addressOrName: string;
  nft: NftRow;
  chain: number;
  loading: 'lazy' | 'eager' | 'first';
  pictures: ImageProgress;
};

/** An NFT in the gallery. */
export const NftCard = memo(function NftCard({ addressOrName, nft, chain, loading, pictures }: Props) {
  const isUnread = isMetadataUnread(nft);
  return (
    <a
      // What tells it from others of its name, on paper.
      data-card={nft.mint}
      href={itemHref(addressOrName, nft.address, chain)}
      className="group block overflow-hidden rounded-lg border border-line bg-raised hover:border-line-strong"
    >
      <span className="relative block aspect-square">
        <ItemImage
          path={nft.picture}
          width={256}
          loading={loading}
          pending={pictures === 'coming' && !nft.settled}
          none={noImageLabel(nft, pictures)}
        />
        <span className="absolute top-2 left-2 right-2 flex flex-wrap gap-1">
          <Labels {...nft} unverified={false} />
          {nft.amount !== undefined && (
            <span
              className="label max-w-full"
              title={`Semi-fungible: the account holds ${formatAmount(nft.amount, 0)}`}
            >
              <span className="truncate">× {formatAmount(nft.amount, 0)}</span>
            </span>
          )}
        </span>
      </span>
      <span
        // As high as `CARD_TEXT_PX`.
        className="flex h-[68px] flex-col justify-center overflow-hidden border-line border-t px-3"
      >
        <span
          className="line-clamp-2 font-medium text-sm leading-[1.125rem] [overflow-wrap:anywhere] group-hover:text-accent print:line-clamp-none"
          title={nft.name}
          dir="auto"
        >
          {nftLabel(nft)}
        </span>
        {nft.unverified && !isUnread ? (
          <span className="truncate text-muted text-xs" title={nft.signed && SIGNED}>
            unverified
            {/* A phone has room for the first word; the item's page says the rest. */}
            {nft.signed && <span className="max-sm:sr-only">, creator signed</span>}
          </span>
        ) : (
          <span className="truncate text-muted text-xs" dir="auto">
            {nft.symbol || ' '}
          </span>
        )}
      </span>
    </a>
  );
});
