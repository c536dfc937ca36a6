'use client';

import { useSyncExternalStore } from 'react';
import { collectionPreview, onPreviewsChange } from '@/lib/dashboard/account/collection-previews';
import type { Composition } from '@/lib/dashboard/account/composition';
import type { GroupFacet } from '@/lib/dashboard/account/shown-rows';
import { groupId } from '@/lib/dashboard/account/shown-rows';
import { formatCount } from '@/lib/dashboard/format';
import { switchTab } from '@/lib/dashboard/search-params';
import { useView, ViewLink } from '../view-link';

/** A bar of an account's NFTs by collection. Each segment opens its collection. */
export function CompositionBar({ composition: { groups, others } }: { composition: Composition }) {
  const { view } = useView();
  // The list of NFTs shows their collections itself.
  if (view.tab === 'nfts') return null;
  const all = switchTab(view, 'nfts');
  return (
    <nav
      aria-label="NFTs by collection"
      className="mt-2 flex items-center gap-px overflow-hidden rounded-md print:hidden"
    >
      <span className="pr-2 text-muted text-xs" aria-hidden="true">
        NFTs
      </span>
      {groups.map((group) => (
        <Segment key={groupId(group)} group={group} />
      ))}
      {others > 0 && (
        <ViewLink to={all} className={SEGMENT} style={{ flexGrow: others }}>
          Others · {formatCount(others)}
        </ViewLink>
      )}
    </nav>
  );
}

/** Look of a segment of a bar. */
export const SEGMENT =
  'bar-segment min-w-7 basis-0 truncate px-2 py-1.5 pointer-coarse:py-3 text-xs leading-4';

function Segment({ group }: { group: GroupFacet }) {
  const { view } = useView();
  const { collection, title, count } = group;
  const name = useSyncExternalStore(
    onPreviewsChange,
    () => (collection === undefined ? undefined : collectionPreview(view.chain, collection)?.name),
    () => undefined,
  );
  return (
    <ViewLink
      to={{ ...switchTab(view, 'nfts'), collection: groupId(group) }}
      className={SEGMENT}
      style={{ flexGrow: count }}
      title={`${name ?? title}: ${formatCount(count)}`}
    >
      <bdi>{name ?? title}</bdi> · {formatCount(count)}
    </ViewLink>
  );
}
