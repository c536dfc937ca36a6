'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { GroupFacet } from '@/lib/dashboard/first-view';
import { galleryRows } from '@/lib/dashboard/gallery-rows';
import type { NftRow } from '@/lib/dashboard/rows';
import { GalleryHeading } from './gallery-heading';
import { CARD_TEXT_PX, NftCard } from './nft-card';
import { useView } from './view-link';

const GAP_PX = 16;
const HEADING_PX = 56;
/** The columns of `GRID`, by the width of the window. */
const COLUMNS: [from: number, columns: number][] = [
  [1024, 5],
  [768, 4],
  [640, 3],
  [0, 2],
];
const GRID = 'grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5';

type Props = {
  asked: string;
  nfts: readonly NftRow[];
  groups: readonly GroupFacet[];
};

const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** NFTs as cards, in groups or flat. Before script the first cards stand in plain grids; then only those near the screen exist. */
export function NftGallery({ asked, nfts, groups }: Props) {
  const { view } = useView();
  const box = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<{ columns: number; width: number; top: number }>();
  useBeforePaint(() => {
    const measure = () => {
      const rect = box.current?.getBoundingClientRect();
      if (!rect) return;
      const columns = COLUMNS.find(([from]) => window.innerWidth >= from)?.[1] ?? 2;
      setLayout({ columns, width: rect.width, top: rect.top + window.scrollY });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const rows = useMemo(
    () => galleryRows(nfts, view.flat ? [] : groups, layout?.columns ?? nfts.length),
    [nfts, groups, view.flat, layout?.columns],
  );
  const card = layout ? (layout.width - GAP_PX * (layout.columns - 1)) / layout.columns : 0;
  const virtual = useWindowVirtualizer({
    count: layout ? rows.length : 0,
    overscan: 3,
    scrollMargin: layout?.top ?? 0,
    estimateSize: (index) =>
      rows[index]?.kind === 'heading' ? HEADING_PX : card + 2 + CARD_TEXT_PX + GAP_PX,
  });
  // Heights are counted, not measured: they change with the width and the grouping alone.
  useBeforePaint(() => virtual.measure(), [card, rows]);

  const items = virtual.getVirtualItems();
  const window_ = layout
    ? { from: items[0]?.index ?? 0, to: (items.at(-1)?.index ?? -1) + 1 }
    : { from: 0, to: rows.length };
  const before = layout && items[0] ? items[0].start - layout.top : 0;
  const last = items.at(-1);
  const after = layout && last ? virtual.getTotalSize() - (last.end - layout.top) : 0;
  return (
    <div ref={box} style={{ paddingTop: before, paddingBottom: after }}>
      {rows.slice(window_.from, window_.to).map((row) =>
        row.kind === 'heading' ? (
          <GalleryHeading key={row.key} group={row.group} />
        ) : (
          <ul key={row.key} className={`${GRID} pb-4`}>
            {row.nfts.map((nft, i) => (
              <li key={nft.address} className="min-w-0">
                <NftCard asked={asked} nft={nft} chain={view.chain} eager={row.first && i < 4} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}
