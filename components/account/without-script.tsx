import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import { type FirstView, PAGE_ROWS } from '@/lib/dashboard/account/first-view';
import { formatCount } from '@/lib/dashboard/format';
import { type AccountView, listPageHref } from '@/lib/dashboard/search-params';
import { TROUBLES } from '@/lib/solana/upstream-health';

/** Below an account's list, for readers without script: what is not here, why, and links to it that keep the view. */
export function WithoutScript({ first, view }: { first: FirstView; view: AccountView }) {
  const { head, rows, trouble, page, facets } = first;
  const isPart = head?.missing !== undefined;
  const here = view.tab === 'nfts' ? first.nfts.length : first.tokens.length;
  return (
    <noscript>
      {rows === 'none' ? (
        <div className="mt-4">
          <Notice
            title={
              trouble === undefined
                ? 'Reading this account takes longer than its page waited'
                : TROUBLES[trouble.kind]
            }
            tone={trouble === undefined ? 'plain' : 'bad'}
          >
            <p>
              Nothing of it has been read so far, and without script this page cannot bring it later. To try
              again is to wait for it.
            </p>
            <p className="mt-4">
              <PageLink view={view} to={1} primary>
                Try again
              </PageLink>
            </p>
          </Notice>
        </div>
      ) : (
        <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap items-center gap-2 text-sm">
          {page !== undefined && page.of > 1 ? (
            <Pages page={page} rows={here} of={facets.shown} view={view} />
          ) : (
            here < facets.shown && (
              <>
                <p className="mr-2 text-muted">
                  These are the first {formatCount(here)} of {formatCount(facets.shown)}.
                </p>
                <PageLink view={view} to={1} primary>
                  {facets.shown <= PAGE_ROWS ? 'Show all of them' : 'Show all, page by page'}
                </PageLink>
              </>
            )
          )}
          {isPart && (
            <PageLink view={view} to={page?.number ?? 1} primary>
              Read it again
            </PageLink>
          )}
        </nav>
      )}
    </noscript>
  );
}

type PagesProps = { page: NonNullable<FirstView['page']>; rows: number; of: number; view: AccountView };

/** Where in the list the reader is, and the ways to the other pages of it. */
function Pages({ page: { number, of: pages, before }, rows, of, view }: PagesProps) {
  return (
    <>
      <p className="mr-2 text-muted tabular-nums">
        {formatCount(before + 1)} to {formatCount(before + rows)} of {formatCount(of)}, page{' '}
        {formatCount(number)} of {formatCount(pages)}.
      </p>
      {number > 1 && (
        <>
          <PageLink view={view} to={1}>
            First
          </PageLink>
          <PageLink view={view} to={number - 1}>
            Previous
          </PageLink>
        </>
      )}
      {number < pages && (
        <>
          <PageLink view={view} to={number + 1} primary>
            Next
          </PageLink>
          <PageLink view={view} to={pages}>
            Last
          </PageLink>
        </>
      )}
    </>
  );
}

type LinkProps = { view: AccountView; to: number; primary?: boolean; children: ReactNode };

const PageLink = ({ view, to, primary = false, children }: LinkProps) => (
  <a className={`control ${primary ? 'control-primary' : ''}`} href={listPageHref(view, to)}>
    {children}
  </a>
);
