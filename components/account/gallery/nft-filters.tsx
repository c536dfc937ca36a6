'use client';

import { memo } from 'react';
import { useView, ViewLink } from '@/components/account/view-link';
import type { GroupFacet } from '@/lib/dashboard/account/first-view';
import { shorten } from '@/lib/dashboard/format';
import { NFT_FLAGS, NFT_SORTS } from '@/lib/dashboard/search-params';

const SORT_NAMES = { name: 'Name', royalty: 'Royalty', mint: 'Mint' };
const FLAG_NAMES = { 'semi-fungible': 'Semi-fungible', compressed: 'Compressed', locked: 'Locked' };

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
      <label className="control relative">
        <span className="text-muted">Collection</span>
        <select
          className="w-24 appearance-none truncate bg-transparent"
          value={view.collection}
          onChange={(event) => go({ ...view, collection: event.target.value })}
        >
          <option value="">All</option>
          {view.collection !== '' && !named.some(({ collection }) => collection === view.collection) && (
            <option value={view.collection}>{shorten(view.collection)}</option>
          )}
          {named.map(({ collection, title, count }) => (
            <option key={collection} value={collection}>
              {title} ({count})
            </option>
          ))}
        </select>
      </label>
      {NFT_FLAGS.map((flag) => {
        const on = view.only.includes(flag);
        if (flag === 'compressed' && !compressedRead && !on)
          return (
            <span key={flag} className="control cursor-default text-muted">
              Compressed: not read
            </span>
          );
        return (
          <ViewLink
            key={flag}
            className="control"
            current={on}
            to={{ ...view, only: on ? view.only.filter((each) => each !== flag) : [...view.only, flag] }}
          >
            {FLAG_NAMES[flag]}
          </ViewLink>
        );
      })}
      <label className="control">
        <span className="text-muted">Sort</span>
        <select
          className="appearance-none bg-transparent pr-1"
          value={`${view.sort}${view.desc ? ' desc' : ''}`}
          onChange={(event) => {
            const [name, desc] = event.target.value.split(' ');
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
        </select>
      </label>
      <ViewLink className="control" current={!view.flat} to={{ ...view, flat: !view.flat }}>
        Grouped
      </ViewLink>
    </>
  );
});
