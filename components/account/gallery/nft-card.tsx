import { memo } from 'react';
import { ItemImage } from '@/components/ui/image';
import { Labels } from '@/components/ui/labels';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { formatAmount } from '@/lib/dashboard/format';
import { itemHref } from './item-href';

/** Height of what stands below a card's image; the gallery's window counts on it. */
export const CARD_TEXT_PX = 60;
/** Cards of a window's first screen, about: their pictures come before the page's script. */
export const FIRST_SCREEN = 10;

type Props = {
  addressOrName: string;
  nft: NftRow;
  chain: number;
  loading: 'lazy' | 'eager' | 'first';
  pending?: boolean;
};

/** An NFT in the gallery. */
export const NftCard = memo(function NftCard({ addressOrName, nft, chain, loading, pending = false }: Props) {
  return (
    <a
      data-card=""
      href={itemHref(addressOrName, nft.address, chain)}
      className="group block overflow-hidden rounded-lg border border-line bg-raised hover:border-line-strong"
    >
      <span className="relative block aspect-square">
        <ItemImage path={nft.picture} width={256} loading={loading} pending={pending} />
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
        className="flex flex-col justify-center overflow-hidden border-line border-t px-3"
        style={{ height: CARD_TEXT_PX }}
      >
        <span
          className="line-clamp-2 font-medium text-sm leading-[1.125rem] [overflow-wrap:anywhere] group-hover:text-accent"
          title={nft.name}
          dir="auto"
        >
          {nft.name || 'Without a name'}
        </span>
        <span className="truncate text-muted text-xs" dir="auto">
          {nft.unverified ? 'unverified' : nft.symbol || ' '}
        </span>
      </span>
    </a>
  );
});
