'use client';

import { useEffect, useRef, useState } from 'react';
import { formatCount } from '@/lib/dashboard/format';
import { pasteInOneLine } from '../search/one-line-paste';
import { SecretWarning, useSecretGuard } from '../search/secret-guard';
import { Spoken } from '../ui/a11y/spoken';
import { Icon } from '../ui/icon';
import { useView } from './view-link';

/** How long typing must pause before the text is written to the URL, in ms. */
const PAUSE_MS = 200;

const MAYBE_KEY =
  'This is 32 bytes of hex, which may be a private key. It was not searched for and is not in the URL';

type Props = {
  what: 'tokens' | 'nfts';
  /** Number of matches, if not all rows match. */
  count: { shown: number; of: number } | undefined;
};

/** Searches a list. The text is kept in the page's URL; typing adds no history entries. */
export function ListSearch({ what: tab, count }: Props) {
  const what = tab === 'tokens' ? tab : 'NFTs';
  const { view, go, hrefOf } = useView();
  const guard = useSecretGuard({ hex32: MAYBE_KEY, leastPhraseWords: 6 });
  const [text, setText] = useState(view.q);
  const written = useRef(view.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Takes over the text if Back or Forward has changed the URL.
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
        // Ignore the result if the text has changed during the check.
        if (timer.current !== started) return;
        // A rejected text clears the search in the URL, which may contain the beginning of a secret.
        const isNew = used !== written.current;
        written.current = used;
        if (isNew) go({ ...view, q: used }, 'replace');
      },
      now ? 0 : PAUSE_MS,
    );
    timer.current = started;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers lack <search>.
    <form
      role="search"
      aria-label={`Search in ${what}`}
      // Without JavaScript, the form posts to /find, which keeps secrets out of URLs.
      action="/find"
      method="post"
      className="relative w-full md:w-48 lg:w-64"
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
        className={`field pl-8 ${guard.refusal === undefined ? '' : 'masked'}`}
      />
      <p
        // Screen readers get the announcement in words below instead.
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
        text={count ? `${formatCount(count.shown)} of ${formatCount(count.of)} ${what} shown` : ''}
      />
      <SecretWarning refusal={guard.refusal} className="mt-1" onClear={() => write('', true)} />
    </form>
  );
}
