'use client';

import { useState } from 'react';
import { useView, ViewLink } from '@/components/account/view-link';
import { ItemImage } from '@/components/ui/image';
import { MAX_TILES } from '@/lib/dashboard/account/first-view';
import { collectionOf, type GroupFacet } from '@/lib/dashboard/account/shown-rows';
import { formatCount } from '@/lib/dashboard/format';
import { loadingOf } from './nft-card';
import { useCollectionFace } from './use-collection-face';
import { GRID } from './use-gallery-layout';

/** The collections of an account as tiles, each of which opens its collection. */
export function CollectionTiles({ groups }: { groups: readonly GroupFacet[] }) {
  const [more, setMore] = useState(MAX_TILES);
  const left = groups.length - more;
  return (
    <>
      <ul aria-label="Collections" className={`${GRID} pb-4`}>
        {groups.slice(0, more).map((group, index) => (
          <li key={group.id} className="min-w-0">
            <Tile group={group} loading={loadingOf(index)} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="text-center">
          <button type="button" className="control" onClick={() => setMore(more + MAX_TILES)}>
            Show {formatCount(Math.min(MAX_TILES, left))} more of {formatCount(left)}
          </button>
        </p>
      )}
    </>
  );
}

function Tile({ group, loading }: { group: GroupFacet; loading: ReturnType<typeof loadingOf> }) {
  const { view } = useView();
  const face = useCollectionFace(view.chain, collectionOf(group));
  const title = face?.name ?? group.title;
  return (
    <ViewLink
      to={{ ...view, collection: group.id }}
      className="group block overflow-hidden rounded-lg border border-line bg-raised hover:border-line-strong"
    >
      <span aria-hidden="true" className="block aspect-square">
        <ItemImage path={face?.picture ?? group.picture} width={256} loading={loading} />
      </span>
      <span className="block border-line border-t px-3 py-2.5">
        <span className="block truncate font-medium text-sm group-hover:text-accent" title={title} dir="auto">
          {title}
        </span>{' '}
        <span className="text-muted text-xs tabular-nums">
          {formatCount(group.count)} {group.count === 1 ? 'NFT' : 'NFTs'}
        </span>
      </span>
    </ViewLink>
  );
}
