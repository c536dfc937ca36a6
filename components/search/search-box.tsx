'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Recognised } from '@/lib/dashboard/recognise';

/** The recogniser brings the checksums of two chains along, so it comes when the box is first used. */
const load = () => import('@/lib/dashboard/recognise');

/** One box for everything that can be looked up; says what it recognised before Enter is pressed. */
export function SearchBox({ autoFocus = false }: { autoFocus?: boolean }) {
  const router = useRouter();
  const hintId = useId();
  const [found, setFound] = useState<Recognised>();
  const latest = useRef('');

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
    if (recognised?.ok) router.push(recognised.href);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not in the browsers we promise.
    <form role="search" action="/find" onSubmit={submit} className="relative">
      <input
        name="q"
        type="search"
        // biome-ignore lint/a11y/noAutofocus: on the home page the box is the page.
        autoFocus={autoFocus}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label="Solana address, .sol name, Bitcoin key or address, or EVM address"
        aria-describedby={hintId}
        placeholder="Address, key or .sol name"
        onFocus={load}
        onChange={(event) => void read(event.target.value)}
        className="h-10 w-full rounded-md border border-line-strong bg-raised px-3 font-mono text-sm placeholder:font-sans placeholder:text-muted"
      />
      <p
        id={hintId}
        aria-live="polite"
        className={`absolute top-full left-0 z-10 mt-1 max-w-full rounded-md px-2 py-1 text-xs ${found === undefined ? 'hidden' : found.ok ? 'bg-accent-soft text-accent' : 'bg-bad-soft text-bad'}`}
      >
        {found && (found.ok ? `${found.label}. Press Enter.` : found.message)}
      </p>
    </form>
  );
}
