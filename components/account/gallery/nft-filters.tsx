'use client';

import { memo, useSyncExternalStore } from 'react';
import { useView, ViewSelect, ViewToggle } from '@/components/account/view-link';
import { collectionPreview, onPreviewsChange } from '@/lib/dashboard/account/collection-previews';
import type { GroupFacet } from '@/lib/dashboard/account/first-view';
import { clip, formatCount, shorten } from '@/lib/dashboard/format';
import { NFT_FLAGS, NFT_SORTS } from '@/lib/dashboard/search-params';

const SORT_NAMES = { name: 'Name', royalty: 'Royalty', mint: 'Mint' };
/** In the words of the labels that they find. */
const FLAG_NAMES = {
  'semi-fungible': 'Semi-fungible',
  compressed: 'Compressed',
  locked: 'Locked, listed or frozen',
};

/** Which NFTs the gallery shows, in what order and whether in groups. */
export const NftFilters = memo(function NftFilters({
  collections,
  compressedRead,
}: {
  collections: readonly GroupFacet[];
  /** False where the list lacks compressed NFTs: to look for them in it would be no answer. */
  compressedRead: boolean;
}) {
  const { view, go } = useView();
  const named = collections.filter(({ collection }) => collection !== undefined);
  return (
    <>
      <ViewSelect
        label={<span className="text-muted">Collection</span>}
        className="w-30 lg:max-[1399px]:w-20 truncate"
        value={view.collection}
        onChoose={(collection) => go({ ...view, collection })}
      >
        <option value="">All</option>
        {view.collection !== '' && !named.some(({ collection }) => collection === view.collection) && (
          <option value={view.collection}>{shorten(view.collection)}</option>
        )}
        {named.map((group) => (
          <CollectionOption key={group.collection} group={group} chain={view.chain} />
        ))}
      </ViewSelect>
      {NFT_FLAGS.map((flag) => {
        const on = view.only.includes(flag);
        if (flag === 'compressed' && !compressedRead && !on)
          return (
            <span key={flag} className="control control-off">
              Compressed: not read
            </span>
          );
        return (
          <ViewToggle
            key={flag}
            on={on}
            to={{ ...view, only: on ? view.only.filter((each) => each !== flag) : [...view.only, flag] }}
          >
            {FLAG_NAMES[flag]}
          </ViewToggle>
        );
      })}
      <ViewSelect
        label={<span className="text-muted lg:max-[1399px]:sr-only">Sort</span>}
        className=""
        value={`${view.sort}${view.desc ? ' desc' : ''}`}
        onChoose={(chosen) => {
          const [name, desc] = chosen.split(' ');
          const sort = NFT_SORTS.find((each) => each === name) ?? 'name';
          go({ ...view, sort, desc: desc === 'desc' });
        }}
      >
        {NFT_SORTS.flatMap((sort) => [
          <option key={sort} value={sort}>
            {SORT_NAMES[sort]} ↑
          </option>,
          <option key={`${sort} desc`} value={`${sort} desc`}>
            {SORT_NAMES[sort]} ↓
          </option>,
        ])}
      </ViewSelect>
      <ViewToggle on={!view.flat} to={{ ...view, flat: !view.flat }}>
        Grouped
      </ViewToggle>
    </>
  );
});

/** A collection by the name that its heading shows. */
function CollectionOption({ group, chain }: { group: GroupFacet; chain: number }) {
  const { collection = '', title, count } = group;
  const own = useSyncExternalStore(
    onPreviewsChange,
    () => collectionPreview(chain, collection)?.name,
    () => undefined,
  );
  // No element isolates a name's direction in an option: these characters do (FSI, PDI).
  return <option value={collection}>{`\u2068${clip(own ?? title)}\u2069 (${formatCount(count)})`}</option>;
}
