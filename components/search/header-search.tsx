'use client';

import { usePathname } from 'next/navigation';
import { lazy, Suspense, useEffect } from 'react';
import { firstInteraction } from '../forms/first-interaction';
import { PlainSearch } from '../forms/plain-search';
import { isTyping } from '../ui/a11y/is-typing';
import { LOOK_UP_LABEL } from './look-up-label';

/** Hydrated at the first interaction: react-hook-form and the field would be a fifth of the page's first script. */
const SearchBox = lazy(async () => {
  await firstInteraction;
  return { default: (await import('./search-box')).SearchBox };
});

/** Pages with a large search box, on which the header has no search field. */
const PAGES_WITH_BOX = ['/', '/bitcoin'];

/** The search field of the header. On every page, `/`, Ctrl+K and ⌘K go to the search field and open its list. */
export function HeaderSearch() {
  const hasBox = PAGES_WITH_BOX.includes(usePathname());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey } = event;
      const isShortcut =
        metaKey || ctrlKey
          ? !altKey && key.toLowerCase() === 'k'
          : key === '/' && !altKey && !isTyping(event.target);
      if (!isShortcut) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('form[action="/find"] input[type=search]');
      field?.focus();
      // Opens the list of the empty field, as a click does.
      field?.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (hasBox) return null;
  return (
    <div className="order-last w-full sm:order-none sm:w-auto sm:max-w-xl sm:flex-1">
      <Suspense
        fallback={
          <PlainSearch
            name="Look up"
            label={LOOK_UP_LABEL}
            placeholder="Address, key, name or link"
            fieldClass="h-10 truncate pl-9"
            iconClass="top-3 left-3 pointer-coarse:top-3.5"
          />
        }
      >
        <SearchBox />
      </Suspense>
    </div>
  );
}
