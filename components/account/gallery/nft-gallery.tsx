'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useView } from '@/components/account/view-link';
import { useKeptFocus } from '@/components/ui/a11y/use-kept-focus';
import { type Facets, MAX_CARDS } from '@/lib/dashboard/account/first-view';
import { galleryRows, hereOf } from '@/lib/dashboard/account/gallery-rows';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { GalleryHeading } from './gallery-heading';
import { HEADING_PX, heightOfRest } from './height-of-rest';
import { moveAmongCards } from './move-among-cards';
import { CARD_TEXT_PX, loadingOf, NftCard } from './nft-card';
import { OthersComing } from './others-coming';
import { useCollapsed } from './use-collapsed';
import { useFollowedCard } from './use-followed-card';
import { GAP_PX, GRID, useGalleryLayout, usePastFirst } from './use-gallery-layout';
import { usePlace } from './use-place';

type Props = {
  addressOrName: string;
  nfts: readonly NftRow[];
  facets: Facets;
  /** Whether the list is complete. */
  listed: boolean;
  /** Whether more NFTs may arrive. */
  isReading: boolean;
  /** Whether loading has ended with items missing. */
  isPart: boolean;
};

/**
 * NFTs as cards, in groups or flat. The first cards are plain grids, which need no JavaScript; once the reader scrolls,
 * only the cards near the screen are rendered.
 */
export const NftGallery = memo(function NftGallery({
  addressOrName,
  nfts,
  facets,
  listed,
  isReading,
  isPart,
}: Props) {
  const { view } = useView();
  const box = useRef<HTMLDivElement>(null);
  const layout = useGalleryLayout(box, view.dense);
  const pastFirst = usePastFirst(box, facets.shown > MAX_CARDS);
  const windowed = layout !== undefined && pastFirst;
  // Tab may cause the first scroll, which switches to the virtual list and remounts the focused card.
  const lastCard = useRef<string | null>(null);
  useKeptFocus(
    windowed,
    () =>
      [...(box.current?.querySelectorAll<HTMLElement>('a[data-card]') ?? [])].find(
        (card) => card.getAttribute('href') === lastCard.current,
      ) ?? null,
  );
  // No group headings if only one collection is shown, because its heading is above the gallery.
  const isFlat = view.flat || view.collection !== '';
  const { groups, toggle } = useCollapsed(isFlat ? NO_GROUPS : facets.groups, nfts, view);
  const rows = useMemo(
    () =>
      windowed
        ? galleryRows(nfts, groups, layout.columns, facets.shown)
        : galleryRows(nfts.slice(0, MAX_CARDS), groups, MAX_CARDS, facets.shown),
    [windowed, nfts, groups, layout?.columns, facets.shown],
  );
  const linePx = (layout?.cardWidth ?? 0) + 2 + CARD_TEXT_PX + GAP_PX;
  const virtual = useWindowVirtualizer({
    count: windowed ? rows.length : 0,
    enabled: windowed,
    overscan: 3,
    scrollMargin: layout?.top ?? 0,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING_PX : linePx),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `estimateSize` depends on `linePx` and `rows`.
  useEffect(() => virtual.measure(), [linePx, rows]);

  const followCard = useFollowedCard(addressOrName, view.chain, nfts);
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const inWindow = windowed && first && last;
  // Keeps the first rows and the focus for one render, until the virtual list knows its size.
  const shown = inWindow ? rows.slice(first.index, last.index + 1) : rows.slice(0, MAX_CARDS);
  const { startIndex } = virtual.range ?? { startIndex: 0 };
  const topOf = (item: string) => {
    if (layout === undefined) return undefined;
    let top = layout.top;
    for (const row of galleryRows(nfts, groups, layout.columns)) {
      if (row.kind === 'cards' && row.nfts.some(({ address }) => address === item)) return top;
      top += row.kind === 'heading' ? HEADING_PX : linePx;
    }
    return undefined;
  };
  const firstOnScreen = () => {
    if (window.scrollY <= (layout?.top ?? 0) || !inWindow) return '';
    // Skips the first row, which may be cut off at the top.
    const line = rows.slice(startIndex).find((row, i) => i > 0 && row.kind === 'cards');
    return line?.kind === 'cards' ? (line.nfts[0]?.address ?? '') : '';
  };
  usePlace({ whole: listed && layout !== undefined, topOf, firstOnScreen });
  const before = inWindow ? first.start - layout.top : 0;
  const after = inWindow ? virtual.getTotalSize() - (last.end - layout.top) : 0;
  // Keeps the page's height until the virtual list knows its size, because the browser would scroll up otherwise.
  const drawn = inWindow ? nfts.length : Math.min(nfts.length, MAX_CARDS);
  const coming = isReading || facets.shown <= nfts.length;
  const rest = layout && coming ? heightOfRest(drawn, facets.shown, groups, layout.columns, linePx) : 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers are for links in the gallery.
    <div
      ref={box}
      onClick={followCard}
      onKeyDown={moveAmongCards}
      onFocus={({ target }) => {
        lastCard.current = target.closest('li')?.querySelector('a[data-card]')?.getAttribute('href') ?? null;
      }}
      // Headings have space above them.
      className={`print:p-0! ${view.collection === '' && rows[0]?.kind === 'cards' ? 'mt-3' : ''}`}
      style={{ paddingTop: before, paddingBottom: rest > 0 ? 0 : after }}
    >
      {shown.map((row) =>
        row.kind === 'heading' ? (
          <GalleryHeading
            key={row.key}
            group={row.group}
            read={isPart ? hereOf(row, nfts.length) : undefined}
            onToggle={() => toggle(row.group)}
          />
        ) : (
          <ul key={row.key} className={`${GRID} ${view.dense ? 'dense' : ''} pb-4`}>
            {row.nfts.map((nft, i) => (
              <li
                key={nft.address}
                className="min-w-0"
                aria-posinset={row.before + i + 1}
                aria-setsize={row.of}
              >
                <NftCard
                  addressOrName={addressOrName}
                  nft={nft}
                  chain={view.chain}
                  loading={windowed ? 'lazy' : loadingOf(nfts.indexOf(nft))}
                />
              </li>
            ))}
          </ul>
        ),
      )}
      {rest > 0 && <OthersComing after={after} height={rest} isReading={facets.shown > nfts.length} />}
    </div>
  );
});

const NO_GROUPS: Facets['groups'] = [];
