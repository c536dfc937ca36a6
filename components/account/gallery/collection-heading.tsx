'use client';

import { useView, ViewLink } from '@/components/account/view-link';
import { AddressText } from '@/components/ui/address-text';
import { ItemImage } from '@/components/ui/image';
import { accountHref } from '@/lib/dashboard/chains';
import { formatCount } from '@/lib/dashboard/format';
import { useCollectionFace } from './use-collection-face';

type Props = {
  /** Shown until the collection's own name is known. */
  title: string;
  /** Number of its items in this account; undefined until the list has been read. */
  count: number | undefined;
};

/** Heading of the view of one collection. */
export function CollectionHeading({ title: fallback, count }: Props) {
  const { view } = useView();
  const { collection, chain } = view;
  const face = useCollectionFace(chain, collection);
  const title = face?.name ?? fallback;
  return (
    <div className="flex items-center gap-4 py-4 max-sm:gap-3 max-sm:py-3">
      <span
        aria-hidden="true"
        className="size-16 shrink-0 overflow-hidden rounded-lg border border-line bg-sunken"
      >
        <ItemImage
          path={face?.picture}
          width={256}
          small={[...title][0] ?? '?'}
          none={face === undefined ? 'Image not read' : 'No image'}
        />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold text-xl leading-7" title={title} dir="auto">
          {title}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
          {count !== undefined && (
            <span className="tabular-nums">
              {formatCount(count)} {count === 1 ? 'NFT' : 'NFTs'} in this account
            </span>
          )}
          <AddressText
            address={collection}
            what={`collection ${title}`}
            href={accountHref(collection, chain)}
            quiet
          />
        </p>
      </div>
      <ViewLink
        to={{ ...view, collection: '', traits: [] }}
        className="control shrink-0 self-start print:hidden"
      >
        All NFTs
      </ViewLink>
    </div>
  );
}
