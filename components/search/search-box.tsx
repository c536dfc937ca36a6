'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useId, useRef, useState, useTransition } from 'react';
import { addRecent } from '@/lib/dashboard/search/recents';
import type { Recognised } from '@/lib/dashboard/search/recognise';
import { Icon } from '../ui/icon';

/** The recogniser brings the checksums of two chains along, so it comes when the box is first used. */
const load = () => import('@/lib/dashboard/search/recognise');

type Props = {
  autoFocus?: boolean;
  /** The page's main box: larger. */
  large?: boolean;
  /** The hint stands in the flow of the page instead of over it. */
  inline?: boolean;
  /** Told when a look-up begins. */
  onGo?: () => void;
};

/** One box for everything that can be looked up; says what it recognised before Enter is pressed. */
export function SearchBox({ autoFocus = false, large = false, inline = false, onGo }: Props) {
  const router = useRouter();
  const hintId = useId();
  const [found, setFound] = useState<Recognised>();
  const [going, go] = useTransition();
  const latest = useRef('');
  const box = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => {
    // What was typed before this script came is read as well.
    if (box.current?.value) void read(box.current.value);
  }, []);

  async function read(text: string): Promise<Recognised | undefined> {
    latest.current = text;
    const { recognise } = await load();
    const recognised = recognise(text);
    if (latest.current === text) setFound(recognised);
    return recognised;
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const recognised = await read(new FormData(event.currentTarget).get('q')?.toString() ?? '');
    if (!recognised?.ok) return;
    const { href, label, value } = recognised;
    addRecent({ href, label, value });
    go(() => router.push(href));
    onGo?.();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not in the browsers we promise.
    <form role="search" action="/find" onSubmit={submit} className="relative">
      <Icon
        name="search"
        className={`pointer-events-none absolute left-3 size-4 text-muted ${large ? 'top-4' : 'top-3'}`}
      />
      <input
        ref={box}
        name="q"
        type="search"
        // biome-ignore lint/a11y/noAutofocus: where it is asked for, the box is the page.
        autoFocus={autoFocus}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={4096}
        aria-label="Solana address, .sol name, Bitcoin key or address, or EVM address"
        aria-describedby={hintId}
        placeholder="Address, key, .sol name or explorer link"
        onFocus={load}
        onChange={(event) => void read(event.target.value)}
        className={`field truncate pl-9 font-mono placeholder:font-sans ${large ? 'h-12 text-base' : 'h-10'}`}
      />
      {going && (
        <span className="absolute inset-x-0 bottom-0 h-0.5 overflow-hidden rounded-full" aria-hidden="true">
          <span className="skeleton block h-full bg-accent" />
        </span>
      )}
      <p
        id={hintId}
        aria-live="polite"
        className={`${inline ? 'mt-2' : 'absolute top-full left-0 z-20 mt-1 shadow-sm'} max-w-full rounded-md px-2.5 py-1.5 text-sm ${found === undefined ? 'hidden' : found.ok ? 'bg-accent-soft text-accent' : 'bg-bad-soft text-bad'}`}
      >
        {going
          ? 'Looking it up'
          : found && (found.ok ? `${found.label}. Press Enter.` : `${found.message}.`.replace(/\.\.$/, '.'))}
      </p>
    </form>
  );
}
