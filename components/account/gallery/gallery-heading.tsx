'use client';

import { useView, ViewLink } from '@/components/account/view-link';
import { AddressText } from '@/components/ui/address-text';
import type { GroupFacet } from '@/lib/dashboard/account/first-view';
import { formatAmount } from '@/lib/dashboard/format';

/** The heading of a group, as high as the gallery's window counts on (56 px). */
export function GalleryHeading({ group }: { group: GroupFacet }) {
  const { view } = useView();
  const { collection, title, count } = group;
  return (
    <h2 className="flex h-14 items-center gap-3 overflow-hidden whitespace-nowrap pt-2 text-sm">
      <span className="truncate font-semibold" title={title} dir="auto">
        {title}
      </span>
      <span className="text-muted tabular-nums">{formatAmount(String(count), 0)}</span>
      {collection !== undefined && (
        <>
          <span className="text-muted max-sm:hidden">
            <AddressText address={collection} what={`collection ${title}`} />
          </span>
          {view.collection === '' && (
            <ViewLink to={{ ...view, collection }} className="link text-xs">
              Only these
            </ViewLink>
          )}
        </>
      )}
    </h2>
  );
}
