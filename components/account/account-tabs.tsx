'use client';

import type { ReactNode } from 'react';
import { heldWords, readSoFar } from '@/lib/dashboard/account/not-read';
import { switchTab } from '@/lib/dashboard/search-params';
import type { Holdings } from './reading/use-holdings';
import { useView, ViewLink } from './view-link';

const TABS = [
  { tab: 'tokens', name: 'Tokens' },
  { tab: 'nfts', name: 'NFTs' },
] as const;

/** Tokens or NFTs; a link each, so that either has an address. `end` is what can be done with the list. */
export function AccountTabs({ holdings, end }: { holdings: Holdings; end: ReactNode }) {
  const { view } = useView();
  const { head } = holdings;
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-x-4 border-line border-b max-sm:border-b-0 print:border-b-0">
      {/* On paper nothing can be switched. */}
      <p className="hidden font-semibold print:block">{TABS.find(({ tab }) => tab === view.tab)?.name}</p>
      <nav
        aria-label="What the account holds"
        className="flex gap-6 border-line max-sm:mb-3 max-sm:w-full max-sm:border-b"
      >
        {TABS.map(({ tab, name }) => (
          <ViewLink
            key={tab}
            to={switchTab(view, tab)}
            current={view.tab === tab && 'page'}
            className={`tab -mb-px inline-block border-b-2 px-0.5 pt-2 pb-2.5 font-medium text-sm ${view.tab === tab ? 'border-accent' : 'border-transparent text-muted hover:text-ink'}`}
          >
            {name}{' '}
            <span className="ml-0.5 font-normal text-muted tabular-nums">
              {head && heldWords(head, tab, readSoFar(holdings, tab))}
            </span>
          </ViewLink>
        ))}
      </nav>
      {/* There is a list, or may soon be one. */}
      {(head !== undefined || holdings.reading) && <div className="flex gap-2 pb-2 max-sm:pb-0">{end}</div>}
    </div>
  );
}
