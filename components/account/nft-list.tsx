'use client';

import { lazy, type MouseEvent, Suspense, useMemo } from 'react';
import { CollectionHeading } from '@/components/account/gallery/collection-heading';
import { CollectionTiles } from '@/components/account/gallery/collection-tiles';
import { NftGallery } from '@/components/account/gallery/nft-gallery';
import { useCollectionTraits } from '@/components/account/gallery/use-collection-traits';
import { rememberCollection } from '@/lib/dashboard/account/came-from';
import { type FirstView, nftFacets } from '@/lib/dashboard/account/first-view';
import {
  collectionOf,
  groupIdOf,
  groupTitle,
  hasTiles,
  isUnfiltered,
} from '@/lib/dashboard/account/shown-rows';
import { withTraits } from '@/lib/dashboard/account/traits';
import { worriesOf } from '@/lib/dashboard/account/worries';
import { accountHref } from '@/lib/dashboard/chains';
import { isCollection } from '@/lib/dashboard/search-params';
import { ExportMenu, type ShownRows } from './export-menu';
import { ListBar } from './list-bar';
import { NothingHere } from './nothing-here';
import { HoldingsStatus, hasOnlyFailed } from './reading/holdings-status';
import type { HoldingsReading } from './reading/use-holdings';
import { useView, ViewLink } from './view-link';
import { WorriesPanel } from './worries';

/** Not part of the page's first script, because few pages are of a collection. */
const TraitFilters = lazy(async () => ({
  default: (await import('./gallery/trait-filters')).TraitFilters,
}));

/** Smallest collection whose traits are requested. */
const MIN_FILTERED_ITEMS = 20;

/** Props of a list of tokens or NFTs. */
export type ListProps = {
  addressOrName: string;
  holdings: HoldingsReading;
  first: FirstView;
  /** Whether to show the rent of empty token accounts. */
  hasRent: boolean;
  tokenListDate: string;
};

/** Whether a list arrives after the page, which reserves space for it. */
export const isListLate = ({ rows }: FirstView, holdings: HoldingsReading) =>
  rows === 'none' && !hasOnlyFailed(holdings);

/** A late list fills the window, so that the footer does not move through it. */
export const listLook = (first: FirstView, holdings: HoldingsReading) =>
  `outline-none ${isListLate(first, holdings) ? 'min-h-dvh noscript:min-h-0' : ''}`;

/** Takes the space of the trait filters until they are loaded. */
const FiltersSpace = () => (
  <div className="pb-4 noscript:hidden print:hidden" aria-hidden="true">
    <span className="control invisible sm:hidden">Filter by trait</span>
    <div className="min-h-15 max-sm:hidden" />
  </div>
);

/** The NFTs of an account: bar, status and gallery. */
export function NftList({ addressOrName, holdings, first }: ListProps) {
  const { view, untouched, hrefOf } = useView();
  const { nfts, head, listed } = holdings;
  const asCame = untouched && !listed;
  const members = useMemo(
    () => (view.collection === '' ? [] : nfts.filter((nft) => groupIdOf(nft) === view.collection)),
    [nfts, view.collection],
  );
  // This is known before the list arrives, so that space for the filters is reserved.
  const hasFilters =
    isCollection(view.collection) && (listed ? members.length : first.facets.shown) >= MIN_FILTERED_ITEMS;
  const traits = useCollectionTraits(
    hasFilters && listed ? head?.address : undefined,
    view.chain,
    view.collection,
  );
  const computed = useMemo(
    () =>
      asCame
        ? { ...first.facets, rows: nfts }
        : nftFacets(traits.known ? withTraits(nfts, traits.known, view.traits) : nfts, view),
    [nfts, view, asCame, first.facets, traits.known],
  );
  const { rows } = computed;
  const exported: ShownRows = { tab: 'nfts', rows };
  // The counts of another view than that of the page's HTML are not known until the list has arrived.
  const facets =
    listed || first.rows === 'none'
      ? computed
      : untouched
        ? first.facets
        : { ...computed, shown: head?.nfts ?? 0, folded: 0 };
  const collections = useMemo(
    () =>
      asCame
        ? first.facets.groups
        : nftFacets(nfts, { ...view, collection: '', only: [], q: '', flat: false, fold: false }).groups,
    [nfts, view, asCame, first.facets],
  );
  const isTiled = hasTiles(collections);
  const isTiles = isTiled && isUnfiltered(view);
  const worries = useMemo(() => (asCame ? first.worries : worriesOf(rows)), [asCame, first.worries, rows]);
  /** Lets the page of a collection link back to this list. */
  const rememberOpened = ({ target }: MouseEvent) => {
    const href = (target as Element).closest('a')?.getAttribute('href');
    const opened = collections.find(
      (each) => collectionOf(each) && accountHref(each.id, view.chain) === href,
    );
    if (opened === undefined) return;
    const list = { ...view, q: '', only: [], traits: [], collection: opened.id };
    rememberCollection(view.chain, opened.id, { href: hrefOf(list), count: opened.count });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is also a click.
    <section
      id="list"
      aria-label="NFTs"
      tabIndex={-1}
      className={listLook(first, holdings)}
      onClick={rememberOpened}
    >
      <ListBar
        holdings={holdings}
        all={view.collection === '' ? head?.nfts : listed ? members.length : undefined}
        shown={facets.shown}
        folded={facets.folded}
        collections={collections}
        exported={exported}
      />
      {view.collection !== '' && (
        <CollectionHeading
          hasTiles={isTiled}
          title={groupTitle(view.collection, members)}
          count={listed ? members.length : undefined}
          shown={facets.shown}
          exportMenu={<ExportMenu holdings={holdings} rows={exported} />}
        />
      )}
      {/* Cards have labels; tiles do not. */}
      {(view.only.length > 0 || isTiles) && (
        <WorriesPanel worries={worries} addressOrName={addressOrName} chain={view.chain} />
      )}
      {hasFilters && (
        <Suspense fallback={<FiltersSpace />}>
          <TraitFilters nfts={members} traits={traits} />
        </Suspense>
      )}
      <HoldingsStatus {...{ addressOrName, holdings }} />
      {isTiled && view.collection === '' && (isTiles || view.all) && (
        <p className="flex justify-end pt-3 pb-2 text-sm">
          <ViewLink to={{ ...view, all: isTiles }} className="link">
            {isTiles ? 'All NFTs' : 'Collections'}
          </ViewLink>
        </p>
      )}
      {isTiles ? (
        <CollectionTiles groups={facets.groups} />
      ) : rows.length > 0 ? (
        <NftGallery
          addressOrName={addressOrName}
          nfts={rows}
          facets={facets}
          listed={listed}
          isReading={holdings.reading}
        />
      ) : (
        <NothingHere holdings={holdings} counted={first.rows !== 'none' && facets.shown === 0} />
      )}
    </section>
  );
}
