'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef } from 'react';
import { useView, ViewLink } from '@/components/account/view-link';
import { useKeptFocus } from '@/components/ui/a11y/use-kept-focus';
import { AddressText } from '@/components/ui/address-text';
import { rememberOrder } from '@/lib/dashboard/account/adjacent-items';
import { type Facets, MAX_CARDS } from '@/lib/dashboard/account/first-view';
import { galleryRows } from '@/lib/dashboard/account/gallery-rows';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { collectionOf, type GroupFacet } from '@/lib/dashboard/account/shown-rows';
import { accountHref } from '@/lib/dashboard/chains';
import { formatCount } from '@/lib/dashboard/format';
import { CollectionPicture } from './collection-picture';
import { CARD_TEXT_PX, loadingOf, NftCard } from './nft-card';
import { useCollectionFace } from './use-collection-face';
import { GAP_PX, GRID, useGalleryLayout, usePastFirst } from './use-gallery-layout';

type Props = {
  addressOrName: string;
  nfts: readonly NftRow[];
  facets: Facets;
  /** Whether the list is complete. */
  listed: boolean;
  /** Whether more NFTs may arrive. */
  isReading: boolean;
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
}: Props) {
  const { view } = useView();
  const box = useRef<HTMLDivElement>(null);
  const layout = useGalleryLayout(box);
  const pastFirst = usePastFirst(box, facets.shown > MAX_CARDS);
  const windowed = layout !== undefined && pastFirst;
  // Tab may cause the first scroll, which switches to the virtual list and remounts the focused card.
  useKeptFocus(windowed, (lost) => {
    const href = lost.closest('li')?.querySelector('a[data-card]')?.getAttribute('href') ?? '';
    return box.current?.querySelector<HTMLElement>(`a[data-card][href="${CSS.escape(href)}"]`) ?? null;
  });
  // No group headings if only one collection is shown, because its heading is above the gallery.
  const isFlat = view.flat || view.collection !== '';
  const groups = isFlat ? NO_GROUPS : facets.groups;
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

  const cardHandlers = useCardHandlers(addressOrName, view.chain, nfts);
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
      {...cardHandlers}
      onKeyDown={moveAmongCards}
      // Headings have space above them.
      className={`print:p-0! ${view.collection === '' && rows[0]?.kind === 'cards' ? 'mt-3' : ''}`}
      style={{ paddingTop: before, paddingBottom: rest > 0 ? 0 : after }}
    >
      {shown.map((row) =>
        row.kind === 'heading' ? (
          <GalleryHeading key={row.key} group={row.group} />
        ) : (
          <ul key={row.key} className={`${GRID} pb-4`}>
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
      {!coming && (
        <p className="pb-4 text-center text-muted text-sm print:hidden">
          The first {formatCount(nfts.length)} of {formatCount(facets.shown)} NFTs
        </p>
      )}
    </div>
  );
});

const NO_GROUPS: Facets['groups'] = [];

/** Height of a group's heading; the virtual list depends on it. */
const HEADING_PX = 44;

/**
 * Returns the height of the cards that are not rendered yet, so that the page has its final height from the start.
 * @param drawn number of rendered cards
 * @param shown number of all cards
 * @param groups groups of the gallery; empty for a flat gallery
 */
function heightOfRest(
  drawn: number,
  shown: number,
  groups: readonly GroupFacet[],
  columns: number,
  linePx: number,
): number {
  const lines = (cards: number) => Math.ceil(cards / columns);
  if (groups.length === 0) return (lines(shown) - lines(drawn)) * linePx;
  let height = 0;
  let left = drawn;
  for (const group of groups) {
    const here = Math.min(group.count, left);
    height += (lines(group.count) - lines(here)) * linePx + (left > 0 ? 0 : HEADING_PX);
    left -= here;
  }
  return height;
}

const STEPS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the focus from a card to the nearest card in the direction of an arrow key. */
function moveAmongCards(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const from = event.target as HTMLElement;
  if (step === undefined || !from.matches('a[data-card]') || event.metaKey || event.ctrlKey || event.altKey)
    return;
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-card]')];
  // Left and right follow the order of the list, also from the end of one line to the next.
  const next = step[1] === 0 ? cards[cards.indexOf(from) + step[0]] : cardInNextLine(from, cards, step[1]);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Returns the card that is nearest in the next line below (`down` is 1) or above (-1). */
function cardInNextLine(from: HTMLElement, cards: readonly HTMLElement[], down: number) {
  const { left, top } = from.getBoundingClientRect();
  const beyond = cards
    .map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - top) * down > 1);
  const distance = Math.min(...beyond.map(({ box }) => (box.top - top) * down));
  const line = beyond.filter(({ box }) => (box.top - top) * down < distance + 1);
  return line.sort((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.card;
}

/**
 * Space for items that are not rendered yet, so that the scroll position does not change.
 * @param after height of loaded items that are not rendered, in px
 * @param height height of items that are still loading, in px
 * @param isReading whether to say that more is loading
 */
function OthersComing({ after, height, isReading }: { after: number; height: number; isReading: boolean }) {
  return (
    <div className="print:hidden" style={{ marginTop: after, height }}>
      {isReading && (
        <p className="sticky top-[min(50vh,30rem)] text-center text-muted text-sm">Loading more…</p>
      )}
    </div>
  );
}

/**
 * Returns handlers that open a clicked card with the router. Cards are plain links, because hundreds of router links
 * would make the page slow to start.
 */
function useCardHandlers(addressOrName: string, chain: number, nfts: readonly { address: string }[]) {
  const router = useRouter();
  const pressed = useRef<Element | null>(null);
  const onMouseDown = ({ target }: MouseEvent) => {
    pressed.current = cardOf(target as Element);
  };
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
    const href = cardOf(event.target as Element)?.getAttribute('href');
    if (!href) return;
    event.preventDefault();
    const opened = href.split('/').at(-1)?.split('?')[0] ?? '';
    rememberOrder(
      addressOrName,
      chain,
      nfts.map(({ address }) => address),
      opened,
    );
    // Stores the card in the URL's hash, so that Back scrolls to the card.
    history.replaceState(history.state, '', `${location.pathname}${location.search}#${opened}`);
    router.push(href);
  };
  // If the virtual list has replaced the card since it was pressed, the browser sends no click.
  const onMouseUp = (event: MouseEvent) => {
    const before = pressed.current;
    pressed.current = null;
    if (event.button !== 0 || before === null || before.isConnected) return;
    const now = cardOf(event.target as Element);
    if (before.getAttribute('href') === now?.getAttribute('href')) onClick(event);
  };
  return { onMouseDown, onMouseUp, onClick };
}

const cardOf = (element: Element) => element.closest('a[data-card]');

/** How long scrolling must pause before the URL is updated, in ms. */
const PAUSE_MS = 250;
/** Distance between the top of the window and a card to which the page scrolls, in px. */
const ABOVE_PX = 96;

/** Returns the item in the URL's hash; an empty string if the hash contains no item. */
const itemOfHash = (): string => {
  const item = location.hash.slice(1);
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(item) ? item : '';
};

/** Writes the item to the URL's hash. Keeps the router's history state, so that the page is not rendered again. */
function writeHash(item: string): void {
  const hash = item === '' ? '' : `#${item}`;
  if (location.hash !== hash)
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
}

type Place = {
  /** Whether the list is complete. */
  whole: boolean;
  /** Returns the distance of an item's row from the top of the page, in px; undefined for an unknown item. */
  topOf: (item: string) => number | undefined;
  /** Returns the first item on screen; an empty string at the top of the list. */
  firstOnScreen: () => string;
};

/**
 * Keeps the item at the top of the screen in the URL's hash, so that Back, a reload and a shared link scroll to it.
 */
function usePlace(place: Place): void {
  const latest = useRef(place);
  latest.current = place;
  const wanted = useRef<string | undefined>(undefined);
  const { whole } = place;
  useEffect(() => {
    wanted.current ??= itemOfHash();
    if (!whole || wanted.current === '') return;
    const top = latest.current.topOf(wanted.current);
    wanted.current = '';
    if (top === undefined) return;
    // Corrects the browser's scroll restoration, which ran before the page had its final height.
    const scroll = () => window.scrollTo({ top: Math.max(0, top - ABOVE_PX), behavior: 'instant' });
    scroll();
    const frame = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(frame);
  }, [whole]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Keep the hash until the page has scrolled to the item in it.
        if (wanted.current) return;
        writeHash(latest.current.firstOnScreen());
      }, PAUSE_MS);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, []);
}

/**
 * Heading of a group, `HEADING_PX` high. For a verified collection, shows the collection's name and image once they
 * have arrived; until then, shows the common part of the items' names.
 */
function GalleryHeading({ group }: { group: GroupFacet }) {
  const { view } = useView();
  const collection = collectionOf(group);
  const face = useCollectionFace(view.chain, collection);
  const title = face?.name ?? group.title;
  return (
    <div className="gallery-heading flex h-11 items-center gap-3 overflow-hidden whitespace-nowrap text-sm">
      <h2 className="flex min-w-0 items-center gap-2.5">
        {collection !== undefined && (
          <CollectionPicture face={face} title={title} width={96} className="size-8 rounded-md" />
        )}
        <span className="truncate font-semibold leading-5" title={title} dir="auto">
          {title}
        </span>
        <span className="text-muted tabular-nums leading-5">{formatCount(group.count)}</span>
      </h2>
      {collection !== undefined && view.collection === '' && (
        <ViewLink to={{ ...view, collection }} className="link text-xs">
          Only this collection<span className="sr-only"> {title}</span>
        </ViewLink>
      )}
      {collection !== undefined && (
        <span className="text-muted max-sm:hidden">
          <AddressText
            address={collection}
            what={`collection ${title}`}
            href={accountHref(collection, view.chain)}
            quiet
          />
        </span>
      )}
    </div>
  );
}
