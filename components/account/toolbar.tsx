'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatAmount } from '@/lib/dashboard/format';
import { type AccountView, writeAccountView } from '@/lib/dashboard/search-params';
import { Icon } from '../ui/icon';
import { useView, ViewLink } from './view-link';

type Props = {
  /** What is looked through: “tokens”. */
  what: string;
  shown: number;
  of: number | undefined;
  folded: number;
  children?: ReactNode;
};

/** Search and filters above a list, and how much of it they leave. */
export function Toolbar({ what, shown, of, folded, children }: Props) {
  const { view } = useView();
  const all = shown + folded;
  return (
    <div className="flex flex-wrap items-center gap-2 py-3 max-sm:gap-y-3 lg:flex-nowrap">
      <ListSearch what={what} count={of !== undefined && all !== of ? { shown, of } : undefined} />
      <div className="flex gap-2 max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 sm:contents">
        {children}
        <ViewLink to={{ ...view, fold: !view.fold }} current={view.fold} className="control">
          {view.fold ? `Unverified folded (${formatAmount(String(folded), 0)})` : 'Fold unverified'}
        </ViewLink>
      </div>
    </div>
  );
}

/** Typed letters go into the address once they pause, and leave no trail in the history. */
const PAUSE_MS = 200;

type SearchProps = { what: string; count: { shown: number; of: number } | undefined };

function ListSearch({ what, count }: SearchProps) {
  const { view, go } = useView();
  const [text, setText] = useState(view.q);
  const written = useRef(view.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Back, forward and the other tab change the address from outside.
    if (view.q !== written.current) {
      written.current = view.q;
      setText(view.q);
    }
  }, [view.q]);
  const write = (q: string, now = false) => {
    setText(q);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        written.current = q;
        go({ ...view, q }, 'replace');
      },
      now ? 0 : PAUSE_MS,
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not in the browsers we promise.
    <form
      role="search"
      aria-label={`Search in ${what}`}
      method="get"
      className="relative w-full sm:w-64 lg:min-w-40 lg:shrink"
      onSubmit={(event) => {
        event.preventDefault();
        write(text, true);
      }}
    >
      <HiddenView view={view} />
      <Icon name="search" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <input
        type="search"
        name="q"
        value={text}
        onChange={(event) => write(event.target.value)}
        placeholder={`Search ${what}`}
        aria-label={`Search ${what} by name, symbol or mint`}
        autoComplete="off"
        spellCheck={false}
        className="field pl-8"
      />
      {/* In the field, so that no line of the page grows with it. */}
      <p
        aria-live="polite"
        className="pointer-events-none absolute top-2 right-9 bg-raised pl-2 text-muted text-sm tabular-nums"
      >
        {count && (
          <>
            {formatAmount(String(count.shown), 0)} of {formatAmount(String(count.of), 0)}
            <span className="sr-only"> {what}</span>
          </>
        )}
      </p>
    </form>
  );
}

/** Without script the form itself writes the address: what the view holds besides `q` goes along. */
function HiddenView({ view }: { view: AccountView }) {
  const members = new URLSearchParams(writeAccountView({ ...view, q: '' }));
  return [...members].map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ));
}
