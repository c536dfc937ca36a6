'use client';

import { filterSummary } from '@/lib/dashboard/account/print-note';
import type { AccountView } from '@/lib/dashboard/search-params';
import { Notice } from '../ui/notice';
import { GallerySkeleton, TableSkeleton } from './list-skeletons';
import type { Holdings } from './reading/use-holdings';
import { useView, ViewLink } from './view-link';

/** What stands in place of an empty list of an account that is no wallet. */
export type EmptyWords = { title: string; says: string } | undefined;

function nothingWords(what: string, view: AccountView): string {
  const filters = filterSummary(view);
  if (filters === undefined)
    return view.fold
      ? `All ${what} of this account are unverified and folded.`
      : `No ${what} are here to show.`;
  return `None of the account’s ${what} ${filters}${view.fold ? '; unverified ones are folded' : ''}.`;
}

/** Why a list is empty: it is on its way, the account holds none, or the filters leave none. */
export function NothingHere({
  what,
  holdings,
  empty,
  all,
  counted,
}: {
  what: 'tokens' | 'NFTs';
  holdings: Holdings;
  empty: EmptyWords;
  all: number | undefined;
  /** The server has counted the view, and found nothing. */
  counted: boolean;
}) {
  const { view } = useView();
  const { listed, reading } = holdings;
  if (all === 0 && holdings.head?.missing === undefined)
    return (
      <div className="mt-4">
        {empty !== undefined ? (
          <Notice title={empty.title}>{empty.says}</Notice>
        ) : what === 'NFTs' && holdings.head?.notRead.length !== 0 ? (
          <Notice title="No NFTs among what was read">
            It may hold some of the kinds that were not read, which are named above, or some on another chain.
          </Notice>
        ) : (
          <Notice title={`No ${what}`}>
            This address holds no {what === 'tokens' ? 'fungible tokens' : 'NFTs'} on this chain. It may hold
            some on another.
          </Notice>
        )}
      </div>
    );
  if (!listed && !counted && reading) return what === 'tokens' ? <TableSkeleton /> : <GallerySkeleton />;
  if (!listed && !counted)
    return (
      <div className="mt-4">
        <Notice title={`${what === 'NFTs' ? what : 'Tokens'} could not be read`}>
          The account may hold some.
        </Notice>
      </div>
    );
  if (view.only.includes('compressed') && holdings.head?.notRead.some((each) => each.what === 'compressed'))
    return (
      <Notice title="Compressed NFTs were not read">
        The account may hold some: nothing on this server lists them on this chain.{' '}
        <ViewLink className="link" to={{ ...view, only: view.only.filter((flag) => flag !== 'compressed') }}>
          Show what was read
        </ViewLink>
      </Notice>
    );
  return (
    <Notice title={`No ${what} like that`}>
      {nothingWords(what, view)}{' '}
      <ViewLink className="link print:hidden" to={{ ...view, q: '', collection: '', only: [], fold: false }}>
        Show everything
      </ViewLink>
    </Notice>
  );
}
