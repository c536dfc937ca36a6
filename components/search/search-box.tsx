'use client';

import { useRouter } from 'next/navigation';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { OutLink } from '@/components/ui/out-link';
import { shorten } from '@/lib/dashboard/format';
import { readLabels } from '@/lib/dashboard/labels';
import { type Choice, type DetectedInput, invalidInput } from '@/lib/dashboard/search/detected-input';
import { clearRecents, readRecents } from '@/lib/dashboard/search/recents';
import { SecretWarning } from '../forms/secret-warning';
import { Spoken } from '../ui/a11y/spoken';
import { useScripted } from '../ui/a11y/use-scripted';
import { Icon } from '../ui/icon';
import { LOOK_UP_LABEL } from './look-up-label';
import { pasteInOneLine } from './one-line-paste';
import { isAbout, type Option, Options, optionId } from './options';
import { loadRecognizer, useSearch, type Visit } from './use-search';

type Props = {
  autoFocus?: boolean;
  /** Whether this is the page's main field, which is larger, has a button, and has its hints in the flow of the page. */
  large?: boolean;
  placeholder?: string;
  /** Input that the server rejected, and the reason, which is hidden once the input changes. */
  refused?: { text: string | undefined; message: string } | undefined;
  /** Text to put in the field, such as a wallet's address. The focus then moves to the button. */
  filled?: { text: string } | undefined;
  /** Returns the URL to open for recognized input; by default its page on the network of the current page. */
  visit?: Visit;
  /** Further fields of the form. */
  children?: ReactNode;
};

/** Whether input has no page here. Only such input, which is never a secret, and the message about it are printed. */
const isNoLookUp = (found: DetectedInput | undefined) =>
  found?.kind === 'wrong' || found?.kind === 'elsewhere';

/**
 * One field for all lookups. As the user types, it shows what the input is recognized as. A click into the empty field
 * lists recent lookups and labels, which typing filters.
 */
export function SearchBox({
  autoFocus = false,
  large = false,
  placeholder = 'Address, key, name or link',
  refused,
  filled,
  visit,
  children,
}: Props) {
  const id = useId();
  const search = useSearch(refused?.text, visit);
  const { form, text, found, going, isRead, fill } = search;
  const { register, handleSubmit, setFocus, getValues, formState } = form;
  const registered = register('q', { onChange: ({ target }) => change(target.value) });
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (filled === undefined) return;
    fill(filled.text);
    button.current?.focus();
  }, [filled, fill]);
  const router = useRouter();
  const [own, setOwn] = useState<readonly Option[]>([]);
  const listOwn = () => {
    const open = (href: string) => {
      setOwn([]);
      router.push(href);
    };
    setOwn(lookUpOptions(open));
  };
  function change(typed: string): void {
    if (own.length === 0) listOwn();
    void search.read(typed);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => {
    // Opens the list of a field that was clicked before this script was loaded.
    if (!autoFocus && document.activeElement === field.current && getValues('q') === '') listOwn();
  }, []);
  const choice = found?.kind === 'choice' ? found : undefined;
  const options = choice
    ? choice.options.map((each) => meaningOption(each, search.choose))
    : found?.ok || found?.kind === 'secret'
      ? []
      : own.filter((each) => isAbout(each, text));
  const list = useActiveOption(options, choice ?? text);
  const isOpen = options.length > 0 && !going;
  // Input that is not a lookup but matches options is not an error: Enter picks the first option.
  const isFilter = isOpen && isNoLookUp(found);
  const said = isFilter && found?.kind === 'wrong' ? undefined : found;
  /** Whether the field still has the text that the server refused. */
  const isRefused = !isRead && refused !== undefined;
  const isEmpty = text === '' && !(isRefused && refused.text);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && own.length > 0) setOwn([]);
    else if (event.key === 'Escape' && choice) search.show(undefined);
    else if (event.key === 'ArrowDown' && options.length === 0) listOwn();
    else if (list.move(event.key)) event.preventDefault();
    else if (event.key === 'Enter' && list.active >= 0) {
      event.preventDefault();
      options[list.active]?.pick();
    }
  }

  return (
    // Without JavaScript, the form posts to /find, so that the text is not in a URL.
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers lack <search>.
    <form
      role="search"
      aria-label="Look up"
      action="/find"
      method="post"
      noValidate
      data-hydrated={useScripted() || undefined}
      onSubmit={handleSubmit(
        ({ q }) => search.choose(q),
        async ({ q }) => {
          if (q?.type === 'unchecked') return search.show(invalidInput(q.message ?? ''));
          const recognized = found ?? (await search.read(getValues('q')));
          setFocus('q');
          const [first] = options;
          if (first !== undefined && isNoLookUp(recognized)) first.pick();
          // Recognized text is shown already; showing it again would undo what was typed or chosen meanwhile.
          else if (recognized === undefined) search.show(invalidInput(q?.message ?? ''));
        },
      )}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOwn([]);
      }}
      className="group/look-up relative"
    >
      <Icon
        name="search"
        className={`pointer-events-none absolute left-3 text-muted ${large ? 'top-[1.125rem] size-5' : 'top-3 size-4 pointer-coarse:top-3.5'}`}
      />
      <input
        {...registered}
        ref={(element) => {
          registered.ref(element);
          field.current = element;
        }}
        type="search"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && list.active >= 0 ? optionId(`${id}-list`, list.active) : undefined}
        aria-autocomplete="list"
        // biome-ignore lint/a11y/noAutofocus: set only if searching is the purpose of the page.
        autoFocus={autoFocus}
        autoComplete="off"
        defaultValue={refused?.text}
        autoCapitalize="off"
        spellCheck={false}
        aria-label={LOOK_UP_LABEL}
        aria-describedby={`${id}-said`}
        aria-invalid={
          isRefused || formState.errors.q !== undefined || said?.kind === 'wrong' || said?.kind === 'secret'
        }
        placeholder={placeholder}
        onClick={() => getValues('q') === '' && listOwn()}
        onFocus={() => void loadRecognizer().catch(() => undefined)}
        onPaste={pasteInOneLine}
        onKeyDown={onKeyDown}
        className={`field truncate ${found?.kind === 'secret' ? 'masked' : ''} ${isNoLookUp(found) || (isRefused && refused.text) ? 'printed' : ''} font-mono placeholder:font-sans ${large ? `h-14 rounded-lg pr-24 pl-11 text-base ${isEmpty ? 'sm:pr-44' : 'sm:pr-28'}` : 'h-10 pl-9'}`}
      />
      {large && (
        <div className="absolute top-2 right-2 flex h-10 items-center gap-2">
          {isEmpty && (
            <kbd className="rounded border border-line px-1 font-sans text-muted text-xs max-sm:hidden noscript:hidden pointer-coarse:hidden">
              Ctrl K
            </kbd>
          )}
          <button
            ref={button}
            type="submit"
            className={`control h-10 min-h-0 ${found?.kind === 'secret' ? '' : 'control-primary'}`}
          >
            Look up
          </button>
        </div>
      )}
      {going && (
        <span className="absolute inset-x-0 bottom-0 h-0.5 overflow-hidden rounded-full" aria-hidden="true">
          <span className="skeleton block h-full bg-accent" />
        </span>
      )}
      <div
        className={
          large && !isOpen
            ? (said || refused) && 'mt-3'
            : `absolute ${large ? 'top-14' : 'top-full'} left-0 z-20 mt-1 flex w-full flex-col rounded-md bg-raised ${found || refused ? 'shadow-md' : ''} ${isOpen ? 'border border-line-strong p-1' : ''} ${found?.kind === 'secret' ? '' : 'group-[:not(:focus-within)]/look-up:hidden'}`
        }
      >
        {isRefused && (
          <p role="alert" className="box-bad text-sm">
            {refused.message}
          </p>
        )}
        <Said
          id={`${id}-said`}
          found={said}
          going={going}
          onClear={() => {
            fill('');
            setFocus('q');
          }}
        />
        {isOpen && (
          <Options
            id={`${id}-list`}
            label={choice ? 'Possible meanings' : 'Lookups'}
            options={options}
            active={list.active}
            // Matches come before the explanation of what is not supported.
            className={`mt-1 max-w-full ${isFilter ? 'order-first' : ''}`}
          />
        )}
        {isOpen && !choice && text === '' && options.some(({ group }) => group === 'Recent') && (
          <button
            type="button"
            className="link m-2 text-xs"
            // Keeps the focus in the field, because losing it would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              clearRecents();
              listOwn();
            }}
          >
            Clear recent lookups
          </button>
        )}
      </div>
      {children}
    </form>
  );
}

/**
 * Returns the recent look-ups, the watchlist and the other labels of this browser as options of a search field.
 * @param visit opens a page
 */
function lookUpOptions(visit: (href: string) => void): Option[] {
  const labels = readLabels();
  const labeled = new Set(labels.map(({ address }) => address));
  const recents = readRecents()
    .filter(({ value }) => !labeled.has(value))
    .map(
      ({ href, label, value }): Option => ({
        key: `recent ${href}`,
        name: shorten(value, 12, 10),
        says: label,
        mono: true,
        group: 'Recent',
        href,
        pick: () => visit(href),
      }),
    );
  const watchedFirst = [...labels].sort((a, b) => Number(b.isWatched) - Number(a.isWatched));
  const labeledOptions = watchedFirst.map(
    ({ address, label, isWatched, href }): Option => ({
      key: `label ${address}`,
      name: label || shorten(address, 12, 10),
      says: shorten(address, 6, 6),
      group: isWatched ? 'Watchlist' : 'Labels',
      href,
      pick: () => visit(href),
    }),
  );
  return [...recents, ...labeledOptions];
}

/** Returns one meaning of an ambiguous text as an option of a search field. */
function meaningOption(each: Choice['options'][number], choose: (chosen: typeof each) => void): Option {
  const pick = () => choose(each);
  if (each.kind === 'secret')
    return { key: each.label, name: 'Private key', says: 'Hides it and offers to clear the field', pick };
  if (!each.ok) return { key: each.label, name: each.label, says: 'Shows a link to an explorer', pick };
  if (each.kind === 'x-only-key')
    return {
      key: each.href,
      name: each.label,
      says: 'Your taproot key: choose next which of its two full keys is yours',
      pick,
    };
  return { key: each.href, name: shorten(each.value, 12, 10), says: each.label, mono: true, pick };
}

/** Tracks the option selected by the arrow keys: none at first and after `of` has changed. */
function useActiveOption(options: readonly Option[], of: Choice | string) {
  const [selected, setSelected] = useState({ of, at: -1 });
  if (selected.of !== of) setSelected({ of, at: -1 });
  const active = selected.at < options.length ? selected.at : -1;
  /** Moves the selection. @returns false if the key does not move it */
  function move(key: string): boolean {
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || options.length === 0) return false;
    // There is one more place than options, because the field itself is a stop before the first option.
    const places = options.length + 1;
    setSelected({ of, at: ((active + 1 + step + places) % places) - 1 });
    return true;
  }
  return { active, move };
}

type SaidProps = {
  id: string;
  found: DetectedInput | undefined;
  going: boolean;
  onClear: () => void;
};

/**
 * Says what the input was recognized as. Screen readers announce the message when typing pauses, and a warning about a
 * secret immediately. Only the announced text describes the field, because it does not change with each letter.
 */
function Said({ id, found, going, onClear }: SaidProps) {
  const isSecret = found?.kind === 'secret';
  const said = found === undefined || isSecret ? '' : going ? 'Looking it up' : words(found);
  const canGo = found?.ok === true && !going;
  const links = found?.kind === 'elsewhere' ? found.links : [];
  return (
    <div className="max-w-full">
      {said !== '' && (
        <p
          className={`rounded-md px-2.5 py-1.5 text-sm ${isNoLookUp(found) ? 'said' : 'print:hidden'} ${found ? toneOf(found) : ''}`}
        >
          {said}
          {/* Phones have a button instead. */}
          {canGo && <span className="pointer-coarse:hidden">{PRESS_ENTER}</span>}
          {links.map(({ name, href }) => (
            <OutLink key={href} href={href} className="link ml-2 inline-block">
              {name}
            </OutLink>
          ))}
        </p>
      )}
      {/* Always rendered, because a live region that is added together with its text is not announced. */}
      <Spoken
        id={id}
        text={[canGo ? `${said}${PRESS_ENTER}` : said, ...links.map(({ name }) => name)].join(' ')}
        typed
      />
      <SecretWarning message={isSecret ? found.message : undefined} onClear={onClear} />
    </div>
  );
}

const PRESS_ENTER = ' Press Enter.';

const words = (found: DetectedInput) => `${found.ok ? found.label : found.message}.`.replace(/\.\.$/, '.');

const toneOf = (found: DetectedInput) =>
  found.ok ? 'bg-sunken' : found.kind === 'wrong' ? 'bg-bad-soft text-bad' : 'bg-caution-soft';
