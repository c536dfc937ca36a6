'use client';

import { useView, ViewLink } from '@/components/account/view-link';
import { AddressText } from '@/components/ui/address-text';
import { ItemImage } from '@/components/ui/image';
import type { GroupFacet } from '@/lib/dashboard/account/first-view';
import { accountHref } from '@/lib/dashboard/chains';
import { formatCount } from '@/lib/dashboard/format';
import { useCollectionFace } from './use-collection-face';

type Props = {
  group: GroupFacet;
  /** How many of it are in the list, where that may not be all: its whole is not known for certain before. */
  read: number | undefined;
};

/**
 * The heading of a group, as high as the gallery's window counts on (56 px). A verified collection goes by its own name
 * and picture once they are known, until then by what its items' names have in common.
 */
export function GalleryHeading({ group, read }: Props) {
  const { view } = useView();
  const { collection, count } = group;
  const face = useCollectionFace(view.chain, collection);
  const title = face?.name ?? group.title;
  return (
    <div className="gallery-heading flex h-14 items-center gap-3 overflow-hidden whitespace-nowrap pt-2 text-sm">
      <h2 className="flex min-w-0 items-center gap-3">
        {collection !== undefined && (
          <span aria-hidden="true" className="size-9 shrink-0 overflow-hidden rounded-md border border-line">
            <ItemImage
              path={face?.picture}
              width={96}
              small={[...title][0] ?? '?'}
              none={face === undefined ? 'Image not read' : 'No image'}
            />
          </span>
        )}
        <span
          className="line-clamp-2 whitespace-normal font-semibold leading-5 [overflow-wrap:anywhere]"
          title={title}
          dir="auto"
        >
          {title}
        </span>
        <span className="text-muted tabular-nums leading-5">
          {read === undefined ? formatCount(count) : `${formatCount(read)} shown`}
        </span>
      </h2>
      {collection !== undefined && (
        <>
          <span className="text-muted max-sm:hidden">
            <AddressText
              address={collection}
              what={`collection ${title}`}
              href={accountHref(collection, view.chain)}
              quiet
            />
          </span>
          {view.collection === '' && (
            <ViewLink to={{ ...view, collection }} className="link text-xs">
              Only these<span className="sr-only"> {title}</span>
            </ViewLink>
          )}
        </>
      )}
    </div>
  );
}
