'use client';

import { type KeyboardEvent, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AccountTotals } from '@/lib/dashboard/account/rows';
import type { GroupFacet } from '@/lib/dashboard/account/shown-rows';
import { formatCount } from '@/lib/dashboard/format';
import { type AccountView, NFT_SORTS, switchTab, TOKEN_SORTS } from '@/lib/dashboard/search-params';
import { firstInteraction } from '../forms/first-interaction';
import { PlainSearch } from '../forms/plain-search';
import { Icon } from '../ui/icon';
import { ExportMenu, type ShownRows } from './export-menu';
import { FilterMenu, FLAG_NAMES } from './filter-menu';
import { hasOnlyFailed } from './reading/holdings-status';
import type { HoldingsReading } from './reading/use-holdings';
import { useView, ViewLink } from './view-link';

/** Hydrated at the first interaction, like the look-up field in the header. */
const ListSearch = lazy(async () => {
  await firstInteraction;
  return { default: (await import('./list-search')).ListSearch };
});

const TABS = [
  { tab: 'tokens', name: 'Tokens' },
  { tab: 'nfts', name: 'NFTs' },
] as const;

const SORT_NAMES = {
  list: 'Well-known first',
  symbol: 'Symbol',
  amount: 'Amount',
  value: 'Value',
  name: 'Name',
  royalty: 'Royalty',
  mint: 'Mint',
};

type Props = {
  holdings: HoldingsReading;
  /** Number of rows without search and filters; undefined while it is not known. */
  all: number | undefined;
  /** Number of matching rows that are shown. */
  shown: number;
  /** Number of matching rows that are hidden because they are unverified. */
  folded: number;
  /** Collections in the filter menu. */
  collections?: readonly GroupFacet[];
  /** Whether tokens have values. */
  hasValues?: boolean;
  /** Whether the default order of tokens is by value. */
  isByValue?: boolean;
  /** The rows to export. */
  exported: ShownRows;
};

/** The bar above a list: tabs, search, filters and sort. It stays visible while the list scrolls. */
export function ListBar({
  holdings,
  all,
  shown,
  folded,
  collections = [],
  hasValues = false,
  isByValue = false,
  exported,
}: Props) {
  const { view } = useView();
  const { head, reading } = holdings;
  // Tokens are folded by default, which is not a filter.
  const matching = view.tab === 'tokens' ? shown + folded : shown;
  const count =
    all !== undefined && matching !== all ? `${formatCount(matching)} of ${formatCount(all)}` : undefined;
  const hasList = head?.[view.tab] !== 0 && (head !== undefined || reading);
  // In narrow windows, the search field appears below the bar while it is in use.
  const [isSearching, setSearching] = useState(view.q !== '');
  const search = useRef<HTMLDivElement>(null);
  const toggleSearch = () => {
    // Render at once, because a hidden field cannot be focused.
    flushSync(() => setSearching(!isSearching));
    search.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  const { tab } = view;
  // The same element until its content changes: React replaces a field that waits for its script when it gets new props.
  const listSearch = useMemo(
    () => (
      <Suspense fallback={<PlainListSearch />}>
        <ListSearch key={tab} what={tab} count={count} />
      </Suspense>
    ),
    [tab, count],
  );
  // The failure that replaces the list also replaces its bar.
  if (hasOnlyFailed(holdings)) return null;
  return (
    <div className="list-bar sticky top-0 z-10 mt-3 bg-paper max-sm:mt-2 print:static print:mt-2">
      <div className="flex min-h-12 flex-wrap items-stretch gap-x-2 border-line border-b">
        <Tabs head={head} />
        {hasList && (
          <div
            ref={search}
            className={`self-center max-md:order-last max-md:basis-full max-md:border-line max-md:border-t max-md:py-2 md:ml-auto print:hidden ${isSearching ? '' : 'max-md:hidden noscript:block'}`}
          >
            {listSearch}
          </div>
        )}
        {hasList && (
          <div className="flex h-12 items-center gap-2 max-md:ml-auto max-md:gap-1">
            <button
              type="button"
              className="control icon-only md:hidden noscript:hidden"
              aria-expanded={isSearching}
              aria-label="Search"
              onClick={toggleSearch}
            >
              <Icon name="search" />
            </button>
            <FilterMenu collections={collections} folded={folded} notRead={head?.notRead} />
            <SortSelect {...{ hasValues, isByValue }} />
            {/* The heading of a collection has the menu. */}
            {view.collection === '' && <ExportMenu holdings={holdings} rows={exported} />}
          </div>
        )}
      </div>
      <ActiveFilters folded={folded} count={isSearching ? undefined : count} />
    </div>
  );
}

/** Keyboard support of tabs (WAI-ARIA): arrow keys focus the other tab; Space opens a tab, as Enter does. */
function moveBetweenTabs(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (at < 0 || (step === 0 && event.key !== ' ')) return;
  event.preventDefault();
  if (step === 0) tabs[at]?.click();
  else tabs.at((at + step) % tabs.length)?.focus();
}

/** The active filters, each with a link that clears it. */
function ActiveFilters({
  folded,
  count,
}: {
  folded: number;
  /** Such as “3 of 42”; undefined if all rows match, or the count is shown elsewhere. */
  count: string | undefined;
}) {
  const { view } = useView();
  const { only } = view;
  const isFolded = view.tab === 'nfts' && view.fold;
  if (only.length === 0 && !isFolded) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 py-1.5 text-sm print:hidden">
      {only.map((flag) => (
        <ClearFilter key={flag} to={{ ...view, only: only.filter((each) => each !== flag) }}>
          {FLAG_NAMES[flag]}
        </ClearFilter>
      ))}
      {isFolded && (
        <ClearFilter to={{ ...view, fold: false }}>{formatCount(folded)} unverified hidden</ClearFilter>
      )}
      {/* The search field shows the count, if it is there. */}
      {count && <span className="text-muted md:hidden">{count} shown</span>}
    </div>
  );
}

function ClearFilter({ to, children }: { to: AccountView; children: ReactNode }) {
  return (
    <ViewLink to={to} className="chip gap-1.5 bg-accent-soft text-accent">
      <span className="sr-only">Clear filter: </span>
      {children}
      <Icon name="close" className="size-3" />
    </ViewLink>
  );
}

/** Tabs for tokens and NFTs. Each tab is a link with a URL. */
function Tabs({ head }: { head: AccountTotals | undefined }) {
  const { view } = useView();
  return (
    <>
      <p className="hidden self-center font-semibold print:block">
        {TABS.find(({ tab }) => tab === view.tab)?.name}
      </p>
      <div
        role="tablist"
        aria-label="What the account holds"
        onKeyDown={moveBetweenTabs}
        className="flex gap-5 max-sm:gap-3.5"
      >
        {TABS.map(({ tab, name }) => (
          <ViewLink
            key={tab}
            to={switchTab(view, tab)}
            current={view.tab === tab}
            tab
            className={`tab -mb-px inline-flex items-center border-b-2 px-0.5 font-medium text-sm ${view.tab === tab ? 'border-accent' : 'border-transparent text-muted hover:text-ink'}`}
          >
            {name}{' '}
            <span className="ml-1 font-normal text-muted tabular-nums max-[389px]:hidden">
              {head && formatCount(head[tab])}
            </span>
          </ViewLink>
        ))}
      </div>
    </>
  );
}

function SortSelect({ hasValues, isByValue }: { hasValues: boolean; isByValue: boolean }) {
  const { view, go } = useView();
  const sorts = (view.tab === 'tokens' ? TOKEN_SORTS : NFT_SORTS).filter(
    (sort) => sort !== 'value' || hasValues,
  );
  // SOL comes first in every order.
  const nameOf = (sort: keyof typeof SORT_NAMES) =>
    view.tab === 'tokens' ? `SOL, then ${SORT_NAMES[sort].toLowerCase()}` : SORT_NAMES[sort];
  return (
    <label className="control relative noscript:hidden">
      <span className="sr-only">Sort</span>
      {/* On phones, the icon is shown instead of the selected order. */}
      <Icon name="sort" className="size-4 max-md:absolute max-md:left-2.5" />
      <select
        className="-mr-6 appearance-none bg-transparent pr-6 max-md:mr-0 max-md:pr-0 max-md:w-4 max-md:overflow-hidden max-md:opacity-0"
        value={`${view.sort}${view.desc ? ' desc' : ''}`}
        onChange={({ target }) => {
          const [name, desc] = target.value.split(' ');
          const sort = sorts.find((each) => each === name) ?? view.sort;
          go({ ...view, sort, desc: desc === 'desc' });
        }}
      >
        {sorts.flatMap((sort) =>
          sort === 'list'
            ? [
                <option key={sort} value={sort}>
                  {isByValue ? 'SOL, then by value' : SORT_NAMES[sort]}
                </option>,
              ]
            : [
                <option key={sort} value={sort}>
                  {nameOf(sort)} ↑
                </option>,
                <option key={`${sort} desc`} value={`${sort} desc`}>
                  {nameOf(sort)} ↓
                </option>,
              ],
        )}
      </select>
      <Icon name="down" className="pointer-events-none size-3.5 text-muted max-md:hidden" />
    </label>
  );
}

/** The search in the list until its form is loaded, and without JavaScript. */
function PlainListSearch() {
  const { view, hrefOf } = useView();
  const what = view.tab === 'tokens' ? view.tab : 'NFTs';
  return (
    <PlainSearch
      name={`Search in ${what}`}
      label={`Search ${what} by name, symbol or mint`}
      placeholder={`Search ${what}`}
      text={view.q}
      className="w-full md:w-48 lg:w-64"
      fieldClass="pl-8"
      iconClass="top-2.5 left-2.5 pointer-coarse:top-3.5"
    >
      <input type="hidden" name="list" value={hrefOf({ ...view, q: '' })} />
    </PlainSearch>
  );
}
