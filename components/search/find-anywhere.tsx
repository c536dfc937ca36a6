'use client';

import { usePathname } from 'next/navigation';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { firstInteraction } from '../forms/first-interaction';
import { PlainSearch } from '../forms/plain-search';
import { isTyping } from '../ui/a11y/is-typing';
import { Icon } from '../ui/icon';
import { takeEarlyFind } from './early-find';
import { LOOK_UP_LABEL } from './look-up-label';

/** Hydrated at the first interaction: react-hook-form and the field would be a fifth of the page's first script. */
const SearchBox = lazy(async () => {
  await firstInteraction();
  return { default: (await import('./search-box')).SearchBox };
});

type Dialog = ComponentType<{ open: boolean; onClose: () => void }>;

/** Pages with a large search box, on which the header has no search field. */
const PAGES_WITH_BOX = ['/', '/bitcoin'];

/** The header's search field and its shortcuts: ⌘K or Ctrl+K opens the command palette, and `/` focuses the field. */
export function FindAnywhere() {
  const hasBox = PAGES_WITH_BOX.includes(usePathname());
  const [open, setOpen] = useState(false);
  const [FindDialog, setDialog] = useState<Dialog>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((was) => !was);
        return;
      }
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>('form[action="/find"] input')?.focus();
    };
    if (takeEarlyFind()) setOpen(true);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (open && FindDialog === undefined)
      import('./find-dialog').then(
        ({ FindDialog: Loaded }) => setDialog(() => Loaded),
        // The next press of the button loads it again.
        () => setOpen(false),
      );
  }, [open, FindDialog]);

  return (
    <>
      <div
        className={`order-last w-full sm:order-none sm:w-auto sm:max-w-xl sm:flex-1 ${hasBox ? 'max-sm:hidden' : ''}`}
      >
        {!hasBox && (
          <Suspense
            fallback={
              <PlainSearch
                name="Look up"
                label={LOOK_UP_LABEL}
                placeholder="Address, key, name or link"
                fieldClass="h-10 truncate pl-9 font-mono placeholder:font-sans"
                iconClass="top-3 left-3 pointer-coarse:top-3.5"
              />
            }
          >
            <SearchBox />
          </Suspense>
        )}
      </div>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="ml-auto flex noscript:invisible h-9 pointer-coarse:h-11 items-center gap-2 rounded-md px-2 text-muted text-sm hover:bg-sunken hover:text-ink"
        aria-label="Search and actions"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search and actions (Ctrl+K, ⌘K)"
      >
        <Icon name="history" />
        <kbd className="rounded border border-line px-1 font-sans text-xs max-sm:hidden">Ctrl K</kbd>
      </button>
      {FindDialog && <FindDialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
