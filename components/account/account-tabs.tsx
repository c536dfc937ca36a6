'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import { heldCount, readSoFar } from '@/lib/dashboard/account/unread-data';
import { switchTab } from '@/lib/dashboard/search-params';
import type { Holdings } from './reading/use-holdings';
import { useView, ViewLink } from './view-link';

const TABS = [
  { tab: 'tokens', name: 'Tokens' },
  { tab: 'nfts', name: 'NFTs' },
] as const;

/** The arrow keys lead to the other tab, and the space bar opens it as Enter does (WAI-ARIA, tabs). */
function moveBetweenTabs(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (at < 0 || (step === 0 && event.key !== ' ')) return;
  event.preventDefault();
  if (step === 0) tabs[at]?.click();
  else tabs.at((at + step) % tabs.length)?.focus();
}

/** Tokens or NFTs; a link each, so that either has an address. `end` is what can be done with the list. */
export function AccountTabs({ holdings, end }: { holdings: Holdings; end: ReactNode }) {
  const { view } = useView();
  const { head } = holdings;
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-x-4 border-line border-b max-sm:border-b-0 print:border-b-0">
      {/* On paper nothing can be switched. */}
      <p className="hidden font-semibold print:block">{TABS.find(({ tab }) => tab === view.tab)?.name}</p>
      <div
        role="tablist"
        aria-label="What the account holds"
        onKeyDown={moveBetweenTabs}
        className="flex gap-6 border-line max-sm:mb-3 max-sm:w-full max-sm:border-b"
      >
        {TABS.map(({ tab, name }) => (
          <ViewLink
            key={tab}
            to={switchTab(view, tab)}
            current={view.tab === tab}
            tab
            className={`tab -mb-px inline-block border-b-2 px-0.5 pt-2 pb-2.5 font-medium text-sm ${view.tab === tab ? 'border-accent' : 'border-transparent text-muted hover:text-ink'}`}
          >
            {name}{' '}
            <span className="ml-0.5 font-normal text-muted tabular-nums">
              {head && heldCount(head, tab, readSoFar(holdings, tab))}
            </span>
          </ViewLink>
        ))}
      </div>
      {/* There is a list, or may soon be one. */}
      {(head !== undefined || holdings.reading) && <div className="flex gap-2 pb-2 max-sm:pb-0">{end}</div>}
    </div>
  );
}
