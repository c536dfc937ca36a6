'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { type AccountView, readAccountView, writeAccountView } from '@/lib/dashboard/search-params';

/** The view that the address bar names, and how to go to another. */
export type ViewState = {
  view: AccountView;
  /** It is still the view that the page came with. */
  untouched: boolean;
  /** @param how `replace` for steps that the back button should not stop at, such as typed letters */
  go: (next: AccountView, how?: 'push' | 'replace') => void;
  hrefOf: (next: AccountView) => string;
};

const ViewContext = createContext<ViewState | undefined>(undefined);

/** Keeps a page's view in its address; nothing is asked of the server when it changes. */
export function ViewProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const params = useSearchParams();
  const [came] = useState(() => String(params));
  // Next takes notice of a new address once its effects have run: who presses a link before that, has the page loaded.
  const followed = useRef(false);
  useEffect(() => {
    followed.current = true;
  }, []);
  const state = useMemo<ViewState>(() => {
    const hrefOf = (next: AccountView) => `${pathname}${writeAccountView(next)}`;
    return {
      view: readAccountView(new URLSearchParams(params)),
      untouched: String(params) === came,
      hrefOf,
      go: (next, how = 'push') => {
        if (!followed.current) window.location.assign(hrefOf(next));
        else if (how === 'push') window.history.pushState(null, '', hrefOf(next));
        else window.history.replaceState(null, '', hrefOf(next));
      },
    };
  }, [pathname, params, came]);
  return <ViewContext value={state}>{children}</ViewContext>;
}

/** The page's view. */
export function useView(): ViewState {
  const state = useContext(ViewContext);
  if (state === undefined) throw new Error('useView is used outside of a ViewProvider');
  return state;
}

type Props = {
  to: AccountView;
  children: ReactNode;
  className?: string;
  current?: boolean | 'page';
  /** It is a tab, whose list is shown or not. */
  tab?: boolean;
  label?: string;
};

/** A link to another view of the same page; it changes the address without a request. */
export function ViewLink({ to, children, className, current, tab = false, label }: Props) {
  const { go, hrefOf } = useView();
  return (
    <a
      href={hrefOf(to)}
      className={className}
      {...(tab
        ? { role: 'tab', 'aria-selected': Boolean(current) }
        : { 'aria-current': current || undefined })}
      aria-label={label}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

/** A switch of the view. */
export function ViewToggle({ to, on, children }: { to: AccountView; on: boolean; children: ReactNode }) {
  const { go } = useView();
  return (
    <button type="button" className="control" aria-pressed={on} onClick={() => go(to)}>
      {children}
    </button>
  );
}

type SelectProps = {
  value: string;
  label: ReactNode;
  onChoose: (value: string) => void;
  /** Of the select. */
  className: string;
  children: ReactNode;
};

/** A choice of the view. */
export function ViewSelect({ value, label, onChoose, className, children }: SelectProps) {
  return (
    <label className="control relative">
      {label}
      <select
        className={`-mr-6 appearance-none bg-transparent pr-6 ${className}`}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {children}
      </select>
      <Icon name="down" className="pointer-events-none size-3.5 text-muted" />
    </label>
  );
}
