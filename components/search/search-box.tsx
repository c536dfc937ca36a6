'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { shorten } from '@/lib/dashboard/format';
import type { Choice } from '@/lib/dashboard/search/detected-input';
import { Icon } from '../ui/icon';
import { pasteInOneLine } from './one-line-paste';
import { type Option, Options, optionId } from './options';
import { isPrinted, Said } from './said';
import { loadRecogniser, useSearch } from './use-search';

type Props = {
  autoFocus?: boolean;
  /** The page's main box: larger. */
  large?: boolean;
  /** What is said, and options, stand in the flow of the page instead of over it. */
  inline?: boolean;
  /** A text that was refused before this page came, to be mended, and what was said of it: gone once it is changed. */
  refused?: { text: string | undefined; said: ReactNode } | undefined;
  /** Told when a look-up begins. */
  onGo?: () => void;
  /** What is offered as long as the text leaves no choice of its own: those that hold its words. */
  suggestions?: readonly Option[];
};

/** One box for everything that can be looked up; says what it recognised before Enter is pressed. */
export function SearchBox({
  autoFocus = false,
  large = false,
  inline = false,
  refused,
  onGo,
  suggestions = [],
}: Props) {
  const id = useId();
  const search = useSearch(onGo, refused?.text);
  const { box, text, found, going, isRead } = search;
  const choice = found?.kind === 'choice' ? found : undefined;
  const options = choice
    ? choice.options.map((each) => optionOf(each, search.choose))
    : suggestions.filter((each) => isAbout(each, text));
  const list = useActiveOption(options, choice ?? text);
  const isOpen = options.length > 0 && !going;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && choice && !inline) search.close();
    else if (list.move(event.key)) event.preventDefault();
    else if (event.key === 'Enter' && list.active >= 0) {
      event.preventDefault();
      options[list.active]?.pick();
    }
  }

  return (
    // Without script the form posts, so that what is typed is in no address.
    // biome-ignore lint/a11y/useSemanticElements: <search> is not in the browsers we promise.
    <form
      role="search"
      aria-label="Look-up"
      action="/find"
      method="post"
      onSubmit={search.submit}
      className="relative"
    >
      <Icon
        name="search"
        className={`pointer-events-none absolute left-3 size-4 text-muted ${large ? 'top-4' : 'top-3 pointer-coarse:top-3.5'}`}
      />
      <input
        ref={box}
        name="q"
        type="search"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && list.active >= 0 ? optionId(`${id}-list`, list.active) : undefined}
        aria-autocomplete="list"
        // biome-ignore lint/a11y/noAutofocus: where it is asked for, the box is the page.
        autoFocus={autoFocus}
        autoComplete="off"
        defaultValue={refused?.text}
        autoCapitalize="off"
        spellCheck={false}
        aria-label="Solana address, .sol name, Bitcoin key or address, or EVM address"
        aria-describedby={`${id}-said`}
        placeholder="Address, key, name or link"
        onFocus={() => void loadRecogniser().catch(() => undefined)}
        onPaste={pasteInOneLine}
        onChange={(event) => void search.read(event.target.value)}
        onKeyDown={onKeyDown}
        className={`field truncate ${isPrinted(found) || (!isRead && refused?.text) ? 'printed' : ''} pl-9 font-mono placeholder:font-sans ${large ? 'h-12 text-base' : 'h-10'}`}
      />
      {going && (
        <span className="absolute inset-x-0 bottom-0 h-0.5 overflow-hidden rounded-full" aria-hidden="true">
          <span className="skeleton block h-full bg-accent" />
        </span>
      )}
      <div
        className={
          inline
            ? // Answers to one question: what stands below them is none.
              choice && isOpen
              ? 'mt-1 rounded-md border border-line-strong bg-raised p-0.5 print:hidden'
              : found
                ? 'mt-2'
                : ''
            : `absolute top-full left-0 z-20 mt-1 max-w-full rounded-md bg-raised ${found ? 'shadow-md' : ''} ${isOpen ? 'w-full border border-line-strong p-1' : ''}`
        }
      >
        {!isRead && refused?.said}
        <Said id={`${id}-said`} found={found} going={going} />
        {isOpen && (
          <Options
            id={`${id}-list`}
            label={choice ? 'What it may be' : 'Look-ups'}
            options={options}
            active={list.active}
            className="mt-1 max-w-full"
          />
        )}
      </div>
    </form>
  );
}

/** Whether an option holds every word of a text. */
function isAbout({ name, says, key }: Option, text: string): boolean {
  const words = `${name} ${says} ${key}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

function optionOf(each: Choice['options'][number], choose: (chosen: typeof each) => void): Option {
  const pick = () => choose(each);
  if (each.kind === 'secret') return { key: each.label, name: 'Private key', says: 'Never sent', pick };
  if (!each.ok) return { key: each.label, name: each.label, says: 'Shown by an explorer', pick };
  if (each.kind === 'x-only-key')
    return {
      key: each.href,
      name: 'x-only Bitcoin key',
      says: 'Two full keys have it: you choose next',
      pick,
    };
  return { key: each.href, name: shorten(each.value, 12, 10), says: each.label, mono: true, pick };
}

/** The option that the arrow keys are at, none at first and whenever there are others: of another choice or text. */
function useActiveOption(options: readonly Option[], of: Choice | string) {
  const [active, setActive] = useState(-1);
  const before = useRef(of);
  useEffect(() => {
    if (before.current !== of) setActive(-1);
    before.current = of;
  }, [of]);
  /** Whether the key was one that moves. */
  function move(key: string): boolean {
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || options.length === 0) return false;
    // From the box itself, which is a place of its own before the first option.
    const places = options.length + 1;
    setActive((was) => ((was + 1 + step + places) % places) - 1);
    return true;
  }
  return { active: active < options.length ? active : -1, move };
}
