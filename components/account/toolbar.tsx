'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '@/lib/dashboard/format';
import { pasteInOneLine } from '../search/one-line-paste';
import { SecretWarning, useSecretGuard } from '../search/secret-guard';
import { Spoken } from '../ui/a11y/spoken';
import { Icon } from '../ui/icon';
import type { Holdings } from './reading/use-holdings';
import { useView, ViewToggle } from './view-link';

type Props = {
  /** What is looked through: “tokens”. */
  what: 'tokens' | 'NFTs';
  holdings: Pick<Holdings, 'head' | 'reading'>;
  shown: number;
  folded: number;
  children?: ReactNode;
};

/** What the line of filters leaves at its edge. */
const EDGE_PX = 16;

/** Search and filters above a list, and how much of it they leave; nothing where there is none and none will come. */
export function Toolbar({ what, holdings: { head, reading }, shown, folded, children }: Props) {
  const { view } = useView();
  const of = head?.[what === 'NFTs' ? 'nfts' : 'tokens'];
  const all = shown + folded;
  const count = of !== undefined && all !== of ? { shown, of } : undefined;
  const filters = useRef<HTMLDivElement>(null);
  // On a phone the filter that the page came with may stand beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page came; later a reader scrolls the line.
  useEffect(() => {
    if (view.only.length === 0 && !view.fold) return;
    const pressed = filters.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (pressed) filters.current?.scrollTo({ left: pressed.offsetLeft - EDGE_PX });
  }, []);
  if (of === 0 || (head === undefined && !reading)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 py-3 max-sm:gap-y-3">
      <ListSearch what={what} count={count} />
      <div
        ref={filters}
        className="filter-row noscript:hidden! sm:contents lg:max-[1399px]:[&_.control]:gap-1 lg:max-[1399px]:[&_.control]:px-2"
      >
        {children}
        <ViewToggle to={{ ...view, fold: !view.fold }} on={view.fold}>
          {view.fold ? `Unverified folded (${formatCount(folded)})` : 'Fold unverified'}
        </ViewToggle>
      </div>
    </div>
  );
}

/** Typed letters go into the address once they pause, and leave no trail in the history. */
const PAUSE_MS = 200;

const MAYBE_KEY =
  'These are 32 bytes of hex, which may be a private key, so they were not looked for and are in no address';

type SearchProps = { what: string; count: { shown: number; of: number } | undefined };

function ListSearch({ what, count }: SearchProps) {
  const { view, go, hrefOf } = useView();
  const guard = useSecretGuard({ hex32: MAYBE_KEY, leastPhraseWords: 6 });
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
    const started = setTimeout(
      async () => {
        const used = (await guard.check(q)) ? q : '';
        // Letters that were typed after it are on their way.
        if (timer.current !== started) return;
        // Of what is refused the address keeps no beginning either.
        const isNew = used !== written.current;
        written.current = used;
        if (isNew) go({ ...view, q: used }, 'replace');
      },
      now ? 0 : PAUSE_MS,
    );
    timer.current = started;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not in the browsers we promise.
    <form
      role="search"
      aria-label={`Search in ${what}`}
      // Without script the find route reads the form: a secret is in no address.
      action="/find"
      method="post"
      className="relative w-full sm:w-64 lg:max-[1399px]:w-60"
      onSubmit={(event) => {
        event.preventDefault();
        write(text, true);
      }}
    >
      <input type="hidden" name="list" value={hrefOf({ ...view, q: '' })} />
      <Icon
        name="search"
        className="pointer-events-none absolute top-2.5 left-2.5 size-4 pointer-coarse:top-3.5 text-muted"
      />
      <input
        type="search"
        name="q"
        value={text}
        onChange={(event) => write(event.target.value)}
        placeholder={`Search ${what}`}
        aria-label={`Search ${what} by name, symbol or mint`}
        autoComplete="off"
        spellCheck={false}
        onPaste={pasteInOneLine}
        className="field pl-8"
      />
      {/* In the field, so that no line of the page grows with it. */}
      <p
        // Spoken below, in other words.
        aria-hidden="true"
        className="pointer-events-none absolute top-2 right-9 pointer-coarse:top-3 bg-raised pl-2 text-muted text-sm tabular-nums"
      >
        {count && (
          <>
            {formatCount(count.shown)} of {formatCount(count.of)}
            <span className="sr-only"> {what}</span>
          </>
        )}
      </p>
      <Spoken
        typed
        text={count ? `${formatCount(count.shown)} ${what} shown, of ${formatCount(count.of)}` : ''}
      />
      <SecretWarning refusal={guard.refusal} className="mt-1" />
    </form>
  );
}
