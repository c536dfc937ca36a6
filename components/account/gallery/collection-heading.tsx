'use client';

import { useView, ViewLink } from '@/components/account/view-link';
import { AddressText } from '@/components/ui/address-text';
import { accountHref } from '@/lib/dashboard/chains';
import { formatCount } from '@/lib/dashboard/format';
import { isCollection } from '@/lib/dashboard/search-params';
import { CollectionPicture } from './collection-picture';
import { useCollectionFace } from './use-collection-face';

type Props = {
  /** Title that is shown until the collection's name arrives. */
  title: string;
  /** Number of the collection's items in this account; undefined until the list has arrived. */
  count: number | undefined;
};

/** Heading of the view of one collection. */
export function CollectionHeading({ title: fallback, count }: Props) {
  const { view } = useView();
  const { collection, chain } = view;
  const hasAddress = isCollection(collection);
  const face = useCollectionFace(chain, hasAddress ? collection : undefined);
  const title = face?.name ?? fallback;
  return (
    <div className="flex items-center gap-4 py-4 max-sm:gap-3 max-sm:py-3">
      {hasAddress && (
        <CollectionPicture face={face} title={title} width={256} className="size-16 rounded-lg bg-sunken" />
      )}
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
          {hasAddress && (
            <AddressText
              address={collection}
              what={`collection ${title}`}
              href={accountHref(collection, chain)}
              quiet
            />
          )}
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
