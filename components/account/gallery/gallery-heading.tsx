'use client';

import { useView, ViewLink } from '@/components/account/view-link';
import { AddressText } from '@/components/ui/address-text';
import { Icon } from '@/components/ui/icon';
import type { GalleryGroup } from '@/lib/dashboard/account/gallery-rows';
import { accountHref } from '@/lib/dashboard/chains';
import { formatCount } from '@/lib/dashboard/format';
import { CollectionPicture } from './collection-picture';
import { useCollectionFace } from './use-collection-face';

type Props = {
  group: GalleryGroup;
  /** Number of the group's items that have been read, if the list is incomplete. */
  read: number | undefined;
  onToggle: () => void;
};

/**
 * Heading of a group, `HEADING_PX` high, with a button that collapses the group. For a verified collection, shows the
 * collection's name and image once they have arrived; until then, shows the common part of the items' names.
 */
export function GalleryHeading({ group, read, onToggle }: Props) {
  const { view } = useView();
  const { collection, count, isCollapsed } = group;
  const face = useCollectionFace(view.chain, collection);
  const title = face?.name ?? group.title;
  return (
    <div className="gallery-heading flex h-11 items-center gap-3 overflow-hidden whitespace-nowrap text-sm">
      <h2 className="min-w-0">
        <button
          type="button"
          className="plain flex max-w-full items-center gap-2.5 py-1"
          aria-expanded={!isCollapsed}
          onClick={onToggle}
        >
          <Icon name={isCollapsed ? 'right' : 'down'} className="size-3.5 text-muted noscript:hidden" />
          {collection !== undefined && (
            <CollectionPicture face={face} title={title} width={96} className="size-8 rounded-md" />
          )}
          <span className="truncate font-semibold leading-5" title={title} dir="auto">
            {title}
          </span>
          <span className="text-muted tabular-nums leading-5">
            {read === undefined ? formatCount(count) : `${formatCount(read)} shown`}
          </span>
        </button>
      </h2>
      {collection !== undefined && view.collection === '' && (
        <ViewLink to={{ ...view, collection }} className="link text-xs">
          Only this<span className="max-sm:sr-only"> collection</span>
          <span className="sr-only"> {title}</span>
        </ViewLink>
      )}
      {collection !== undefined && (
        <span className="text-muted max-sm:hidden">
          <AddressText
            address={collection}
            what={`collection ${title}`}
            href={accountHref(collection, view.chain)}
            quiet
          />
        </span>
      )}
    </div>
  );
}
