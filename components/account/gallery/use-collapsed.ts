'use client';

import { useEffect, useMemo, useState } from 'react';
import type { GalleryGroup } from '@/lib/dashboard/account/gallery-rows';
import type { NftRow } from '@/lib/dashboard/account/rows';
import type { GroupFacet } from '@/lib/dashboard/account/shown-rows';
import { groupId, UNVERIFIED_GROUP } from '@/lib/dashboard/account/shown-rows';
import type { AccountView } from '@/lib/dashboard/search-params';

/** Whether a group is collapsed at first: only the unverified one, if there are other groups and no filters. */
const isCollapsedAtFirst = (
  { title, collection }: GroupFacet,
  groups: readonly GroupFacet[],
  { q, only }: AccountView,
) =>
  collection === undefined &&
  title === UNVERIFIED_GROUP &&
  groups.length > 1 &&
  q === '' &&
  only.length === 0;

/**
 * Tracks which groups of a gallery are collapsed. The group of the item in the URL's hash is expanded at first.
 * @param nfts the items in the order of the groups
 */
export function useCollapsed(
  groups: readonly GroupFacet[],
  nfts: readonly NftRow[],
  view: AccountView,
): { groups: GalleryGroup[]; toggle: (group: GroupFacet) => void } {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [anchored, setAnchored] = useState('');
  useEffect(() => setAnchored(location.hash.slice(1)), []);
  const grouped = useMemo(() => {
    const at = anchored === '' ? -1 : nfts.findIndex(({ address }) => address === anchored);
    let before = 0;
    return groups.map((group) => {
      const hasAnchor = at >= before && at < before + group.count;
      before += group.count;
      const atFirst = isCollapsedAtFirst(group, groups, view) && !hasAnchor;
      return { ...group, isCollapsed: atFirst !== toggled.has(groupId(group)) };
    });
  }, [groups, nfts, view, toggled, anchored]);
  const toggle = (group: GroupFacet) =>
    setToggled((now) => {
      const next = new Set(now);
      if (!next.delete(groupId(group))) next.add(groupId(group));
      return next;
    });
  return { groups: grouped, toggle };
}
