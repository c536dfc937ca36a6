'use client';

import { type RefObject, useEffect, useMemo } from 'react';
import { NftGallery } from '@/components/account/gallery/nft-gallery';
import { type FirstView, nftFacets } from '@/lib/dashboard/account/first-view';
import { imageProgress, readSoFar } from '@/lib/dashboard/account/unread-data';
import { ListBar } from './list-bar';
import { type EmptyWords, NothingHere } from './nothing-here';
import { HoldingsStatus } from './reading/holdings-status';
import type { Holdings } from './reading/use-holdings';
import type { ShownRows } from './share-menu';
import { useLatest } from './use-latest';
import { useView } from './view-link';

/** Data of a list of tokens or NFTs. */
export type ListProps = {
  addressOrName: string;
  holdings: Holdings;
  first: FirstView;
  empty: EmptyWords;
  tokenListDate: string;
  /** Receives the rows of the view. */
  shown: RefObject<ShownRows>;
};

/** The NFTs of an account: bar, status and gallery. */
export function NftList({ addressOrName, holdings, first, empty, shown: shownRows }: ListProps) {
  const { view, untouched } = useView();
  const { nfts, head } = holdings;
  const listed = holdings.listed || holdings.part;
  const asCame = untouched && !listed;
  // As for tokens; sorting ten thousand names for each image would block the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const computed = useMemo(
    () => (asCame ? { ...first.facets, rows: [...nfts] } : nftFacets(nfts, view)),
    [head, nfts.length, view, asCame, first.facets],
  );
  const rows = useLatest(computed.rows, nfts);
  useEffect(() => {
    shownRows.current = { tab: 'nfts', rows };
  }, [rows, shownRows]);
  const facets = listed || first.rows === 'none' ? computed : first.facets;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const collections = useMemo(
    () =>
      asCame
        ? first.facets.groups
        : nftFacets(nfts, { ...view, collection: '', only: [], q: '', flat: false, fold: false }).groups,
    [head, nfts.length, view, asCame, first.facets],
  );
  return (
    <section aria-label="NFTs" tabIndex={-1} className="outline-none">
      <ListBar holdings={holdings} shown={facets.shown} folded={facets.folded} collections={collections} />
      <HoldingsStatus holdings={holdings} />
      {computed.rows.length > 0 ? (
        <NftGallery
          addressOrName={addressOrName}
          nfts={rows}
          facets={facets}
          all={head?.nfts ?? facets.shown + facets.folded}
          listed={listed}
          owner={head?.address}
          pictures={imageProgress(holdings)}
          isPart={readSoFar(holdings, 'nfts') !== undefined || head?.missing !== undefined}
        />
      ) : (
        <NothingHere
          what="NFTs"
          holdings={holdings}
          empty={empty}
          all={head?.nfts}
          counted={first.rows !== 'none' && facets.shown === 0}
        />
      )}
    </section>
  );
}
