'use client';

import type { ComponentProps } from 'react';
import { filterSummary } from '@/lib/dashboard/account/filter-summary';
import type { AccountView } from '@/lib/dashboard/search-params';
import { isSupported } from '@/lib/solana/coverage';
import { Notice } from '../ui/notice';
import { hasNothing } from './reading/holdings-status';
import type { HoldingsReading } from './reading/use-holdings';
import { useView, ViewLink } from './view-link';

function noMatchMessage(what: string, view: AccountView): string {
  const filters = filterSummary(view);
  if (filters === undefined)
    return view.fold ? `All ${what} are unverified and hidden.` : `There are no ${what} to show.`;
  return `There are no ${what} that ${filters}${view.fold ? '; unverified ones are hidden' : ''}.`;
}

/** Says why a list is empty: it is still loading, the account holds nothing, or nothing matches the filters. */
export function NothingHere({
  holdings,
  counted,
}: {
  holdings: HoldingsReading;
  /** Whether the server has found that no item matches the filters. */
  counted: boolean;
}) {
  const { view } = useView();
  const { head, listed, reading } = holdings;
  const what = view.tab === 'tokens' ? view.tab : 'NFTs';
  if (head?.[view.tab] === 0) {
    if (what === 'NFTs' && head.notRead.some(isSupported))
      return (
        <EmptyNotice title="No NFTs found">
          The account may hold NFTs of the kinds that were not checked, or NFTs on another network.
        </EmptyNotice>
      );
    return (
      <EmptyNotice title={`No ${what}`}>
        This address holds no {what === 'tokens' ? 'fungible tokens' : 'NFTs'} on this network. Try another
        network.
      </EmptyNotice>
    );
  }
  if (hasNothing(holdings)) return null;
  if (!listed && !counted) {
    if (reading) return what === 'tokens' ? <TableSkeleton /> : <GallerySkeleton />;
    return <EmptyNotice title={`Couldn’t read the ${what}`}>The account may hold some.</EmptyNotice>;
  }
  if (view.only.includes('compressed') && head?.notRead.some((each) => each.what === 'compressed'))
    return (
      <EmptyNotice title="Compressed NFTs were not checked">
        The account may hold some, but they can’t be checked here.{' '}
        <ViewLink className="link" to={{ ...view, only: view.only.filter((flag) => flag !== 'compressed') }}>
          Show the other NFTs
        </ViewLink>
      </EmptyNotice>
    );
  return (
    <EmptyNotice title={`No matching ${what}`}>
      {noMatchMessage(what, view)}{' '}
      <ViewLink
        className="link print:hidden"
        to={{ ...view, q: '', collection: '', traits: [], only: [], fold: false }}
      >
        Show everything
      </ViewLink>
    </EmptyNotice>
  );
}

const EmptyNotice = (props: ComponentProps<typeof Notice>) => (
  <div className="mt-4">
    <Notice {...props} />
  </div>
);

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const CARDS = [...LINES, 'i', 'j'];

/** Placeholder for the token table, with the same row height. */
function TableSkeleton() {
  return (
    <div className="panel divide-y divide-line noscript:hidden" aria-hidden="true">
      {LINES.map((line) => (
        <div key={line} className="flex h-12 items-center gap-3 px-4">
          <span className="skeleton size-7 rounded-full" />
          <span className="skeleton h-4 w-40" />
          <span className="skeleton ml-auto h-4 w-28" />
        </div>
      ))}
    </div>
  );
}

/** Placeholder for the gallery, with the same card size. */
function GallerySkeleton() {
  return (
    <div className="gallery-grid pt-11 noscript:hidden" aria-hidden="true">
      {CARDS.map((card) => (
        <span key={card} className="skeleton block rounded-lg pb-[calc(100%+70px)]" />
      ))}
    </div>
  );
}
