import { memo } from 'react';
import { ItemImage } from '@/components/ui/image';
import { Label, Labels, SIGNED } from '@/components/ui/labels';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { isMetadataUnread, nftLabel, noImageLabel } from '@/lib/dashboard/account/unread-data';
import { itemHref } from '@/lib/dashboard/chains';
import { formatAmount } from '@/lib/dashboard/format';

/** Height of the text below a card's image; the virtual list depends on it. */
export const CARD_TEXT_PX = 72;
/** Number of cards on a phone's first screen; their images load before the page's script. */
const FIRST_SCREEN = 4;
/** Approximate number of cards on a large first screen; their images do not wait for layout. */
const LARGE_SCREEN = 10;

/** Loading priority of a card's image. */
export const loadingOf = (index: number) =>
  index < FIRST_SCREEN ? 'first' : index < LARGE_SCREEN ? 'eager' : 'lazy';

type Props = {
  addressOrName: string;
  nft: NftRow;
  chain: number;
  loading: 'lazy' | 'eager' | 'first';
};

/** An NFT in the gallery. Labels are outside of the link, because they are buttons. */
export const NftCard = memo(function NftCard({ addressOrName, nft, chain, loading }: Props) {
  const isUnread = isMetadataUnread(nft);
  return (
    <div className="card group relative overflow-hidden rounded-lg border border-line bg-raised hover:border-line-strong">
      <a
        // Print styles add the mint to the card, because names are not unique.
        data-card={nft.mint}
        href={itemHref(addressOrName, nft.address, chain)}
        className="block"
      >
        <span className="relative block aspect-square">
          <ItemImage path={nft.picture} width={256} loading={loading} none={noImageLabel(nft)} />
        </span>
        <span
          // The height must equal `CARD_TEXT_PX`.
          className="flex h-[72px] flex-col overflow-hidden border-line border-t px-3 py-2"
        >
          <span
            className="line-clamp-2 font-medium text-sm leading-[1.125rem] [overflow-wrap:anywhere] group-hover:text-accent print:line-clamp-none"
            title={nft.name}
            dir="auto"
          >
            {nftLabel(nft)}
          </span>
          {nft.unverified && !isUnread ? (
            <span className="mt-0.5 truncate text-muted text-xs" title={nft.signed && SIGNED}>
              unverified
              {/* Hidden on phones, which have room for only one word. */}
              {nft.signed && <span className="max-sm:sr-only">, creator signed</span>}
            </span>
          ) : (
            <span className="mt-0.5 truncate text-muted text-xs" dir="auto">
              {nft.symbol || ' '}
            </span>
          )}
        </span>
      </a>
      {/* Covers the line below a name of two lines. Labels share one line and are truncated. */}
      <span className="pointer-events-none absolute right-3 bottom-1.5 left-3 flex gap-1 bg-raised empty:hidden print:static print:mx-3 [&_.label:first-child]:shrink-0 [&_.label]:h-5 [&_.label]:min-w-0 [&>span]:min-w-0 [&>span]:flex-nowrap">
        <Labels {...nft} takeable={nft.takeable ?? false} unverified={false} />
        {nft.amount !== undefined && (
          <Label
            text={`× ${formatAmount(nft.amount, 0)}`}
            title={`Semi-fungible: the account holds ${formatAmount(nft.amount, 0)}.`}
          />
        )}
      </span>
    </div>
  );
});
