'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type AccountView, readAccountView, writeAccountView } from '@/lib/dashboard/search-params';

/** The view (tab, filters, order) in the page's URL, and functions that change it. */
export type ViewState = {
  view: AccountView;
  /** Whether the view has not changed since the page was opened. */
  untouched: boolean;
  /**
   * @param how `replace` for changes without a history entry, such as each keystroke in the search
   */
  go: (next: AccountView, how?: 'push' | 'replace') => void;
  hrefOf: (next: AccountView) => string;
};

const ViewContext = createContext<ViewState | undefined>(undefined);

/**
 * Stores a page's view in its URL. Changes make no request.
 * @param defaultTab the tab if the URL contains none
 */
export function ViewProvider({
  defaultTab,
  children,
}: {
  defaultTab: AccountView['tab'];
  children: ReactNode;
}) {
  const pathname = usePathname();
  const params = useSearchParams();
  const [came] = useState(() => String(params));
  // Next handles changes of the URL only after its effects have run. Until then, links load the page.
  const followed = useRef(false);
  useEffect(() => {
    followed.current = true;
  }, []);
  const state = useMemo<ViewState>(() => {
    const hrefOf = (next: AccountView) => `${pathname}${writeAccountView(next, defaultTab)}`;
    return {
      view: readAccountView(new URLSearchParams(params), defaultTab),
      untouched: String(params) === came,
      hrefOf,
      go: (next, how = 'push') => {
        if (!followed.current) window.location.assign(hrefOf(next));
        else if (how === 'push') window.history.pushState(null, '', hrefOf(next));
        else window.history.replaceState(null, '', hrefOf(next));
      },
    };
  }, [pathname, params, came, defaultTab]);
  return <ViewContext value={state}>{children}</ViewContext>;
}

/** Returns the page's view and the functions that change it. */
export function useView(): ViewState {
  const state = useContext(ViewContext);
  if (state === undefined) throw new Error('useView must be used within a ViewProvider');
  return state;
}

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  to: AccountView;
  current?: boolean;
  tab?: boolean;
};

/** A link to another view of the same page; it changes the URL and sends no request. */
export function ViewLink({ to, current, tab = false, ...props }: Props) {
  const { go, hrefOf } = useView();
  return (
    <a
      {...props}
      href={hrefOf(to)}
      {...(tab
        ? { role: 'tab', 'aria-selected': Boolean(current) }
        : { 'aria-current': current || undefined })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    />
  );
}
