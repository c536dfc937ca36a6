'use client';

import type { ReactNode } from 'react';
import { useView, ViewLink } from '@/components/account/view-link';
import { AddressText } from '@/components/ui/address-text';
import { OutLink } from '@/components/ui/out-link';
import { accountHref, explorerLinks } from '@/lib/dashboard/chains';
import { formatCount } from '@/lib/dashboard/format';
import { isCollection } from '@/lib/dashboard/search-params';
import { CollectionPicture } from './collection-picture';
import { useCollectionFace } from './use-collection-face';

type Props = {
  /** Title that is shown until the collection's name arrives. */
  title: string;
  /** Number of the collection's items in this account; undefined until the list has arrived. */
  count: number | undefined;
  /** Number of those that match the filters. */
  shown: number;
  /** Whether the list of all NFTs opens on tiles of collections. */
  hasTiles: boolean;
  exportMenu: ReactNode;
};

/** Heading of the view of one collection. */
export function CollectionHeading({ title: fallback, count, shown, hasTiles, exportMenu }: Props) {
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
        <h2
          className="line-clamp-2 font-semibold text-xl leading-7 [overflow-wrap:anywhere] max-sm:text-lg max-sm:leading-6"
          title={title}
          dir="auto"
        >
          {title}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
          {count !== undefined && (
            <span className="whitespace-nowrap tabular-nums">
              {formatCount(count)} {count === 1 ? 'NFT' : 'NFTs'}
              <span className="max-sm:sr-only"> in this account</span>
              {shown < count && `, ${formatCount(shown)} ${shown === 1 ? 'matches' : 'match'}`}
            </span>
          )}
          {hasAddress && (
            <AddressText
              address={collection}
              what={`collection ${title}`}
              href={accountHref(collection, chain)}
            />
          )}
          {hasAddress &&
            explorerLinks(chain, collection).map(({ name, href }) => (
              <OutLink key={name} href={href} className="link print:hidden">
                {name}
              </OutLink>
            ))}
        </p>
      </div>
      {exportMenu}
      <ViewLink to={{ ...view, collection: '', traits: [] }} className="control shrink-0 print:hidden">
        {hasTiles ? 'All collections' : 'All NFTs'}
      </ViewLink>
    </div>
  );
}
