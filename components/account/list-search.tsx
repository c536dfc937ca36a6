'use client';

import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { schemaResolver } from '../forms/schema-resolver';
import { SecretWarning } from '../forms/secret-warning';
import { pasteInOneLine } from '../search/one-line-paste';
import { Spoken } from '../ui/a11y/spoken';
import { useScripted } from '../ui/a11y/use-scripted';
import { Icon } from '../ui/icon';
import { useView } from './view-link';

/** How long typing must pause before the text is written to the URL, in ms. */
const PAUSE_MS = 200;

const resolver = schemaResolver('q', async () => (await import('@/lib/dashboard/forms')).ListSearchFields);

type Props = {
  what: 'tokens' | 'nfts';
  /** Numbers of matches and of rows, such as “3 of 42”; undefined if all rows match. */
  count: string | undefined;
};

/** Searches a list. The text is kept in the page's URL; typing adds no history entries. */
export function ListSearch({ what: tab, count }: Props) {
  const what = tab === 'tokens' ? tab : 'NFTs';
  const { view, go, hrefOf } = useView();
  const { register, handleSubmit, setValue, getValues, formState } = useForm({
    resolver,
    reValidateMode: 'onSubmit',
    // A check after a pause must not take the focus back.
    shouldFocusError: false,
  });
  const written = useRef(view.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Writes the text to the URL with the view as it is then; undefined once the list is closed. */
  const goTo = useRef<(q: string) => void>(undefined);
  useEffect(() => {
    goTo.current = (q) => go({ ...view, q }, 'replace');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => {
    // Searches for text that was typed before this script was loaded.
    if (getValues('q') !== view.q) search(0);
    return () => {
      clearTimeout(timer.current);
      goTo.current = undefined;
    };
  }, []);
  useEffect(() => {
    // Takes over the text if Back or Forward has changed the URL.
    if (view.q !== written.current) {
      written.current = view.q;
      setValue('q', view.q);
    }
  }, [view.q, setValue]);
  const write = (q: string) => {
    const isNew = q !== written.current;
    written.current = q;
    if (isNew) goTo.current?.(q);
  };
  /** Writes the text to the URL after a pause. Refused text clears the search, which may be the beginning of a secret. */
  const search = (pauseMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const text = getValues('q');
      // The result is ignored if the text has changed during the check.
      const isCurrent = () => getValues('q') === text;
      void handleSubmit(
        ({ q }) => isCurrent() && write(q),
        () => isCurrent() && write(''),
      )();
    }, pauseMs);
  };
  const refusal = formState.errors.q?.message;
  return (
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers lack <search>.
    <form
      role="search"
      aria-label={`Search in ${what}`}
      // Without JavaScript, the form posts to /find, which keeps secrets out of URLs.
      action="/find"
      method="post"
      noValidate
      data-hydrated={useScripted() || undefined}
      className="relative w-full md:w-48 lg:w-64"
      onSubmit={(event) => {
        event.preventDefault();
        search(0);
      }}
    >
      <input type="hidden" name="list" value={hrefOf({ ...view, q: '' })} />
      <Icon
        name="search"
        className="pointer-events-none absolute top-2.5 left-2.5 size-4 pointer-coarse:top-3.5 text-muted"
      />
      <input
        {...register('q', { onChange: () => search(PAUSE_MS) })}
        type="search"
        defaultValue={view.q}
        placeholder={`Search ${what}`}
        aria-label={`Search ${what} by name, symbol or mint`}
        aria-invalid={refusal !== undefined}
        autoComplete="off"
        spellCheck={false}
        onPaste={pasteInOneLine}
        className={`field pl-8 ${refusal === undefined ? '' : 'masked'}`}
      />
      <p
        // Screen readers get the announcement in words below instead.
        aria-hidden="true"
        className="pointer-events-none absolute top-2 right-9 pointer-coarse:top-3 bg-raised pl-2 text-muted text-sm tabular-nums"
      >
        {count && (
          <>
            {count}
            <span className="sr-only"> {what}</span>
          </>
        )}
      </p>
      <Spoken typed text={count ? `${count} ${what} shown` : ''} />
      <SecretWarning
        message={refusal}
        className="mt-1"
        onClear={() => {
          setValue('q', '');
          search(0);
        }}
      />
    </form>
  );
}
