'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useCallback, useEffect, useRef, useState, useTransition } from 'react';
import { DEFAULT_CLUSTER } from '@/lib/dashboard/chains';
import type { Choice, DetectedInput, InternalPage } from '@/lib/dashboard/search/detected-input';
import { addRecent } from '@/lib/dashboard/search/recents';
import { readChain } from '@/lib/dashboard/search-params';

/** Loaded when the field is first used, because it contains the checksums of two chains. */
export const loadRecogniser = () => import('@/lib/dashboard/search/detect-input');

/** Text that could not be checked for secrets is not looked up. */
const NOT_READ: DetectedInput = {
  ok: false,
  kind: 'wrong',
  message: 'Couldn’t check this text for secrets, so it was not sent. Reload the page',
};

export type Visit = (page: InternalPage) => Promise<string | undefined>;

/**
 * Recognizes the text of a search field on the device and opens its page. Text leaves the device only as part of a
 * page's URL, never as it was typed.
 * @param onGo called when a look-up begins
 * @param refused the text in the field at first, which the server has refused
 * @param visit returns the URL of the page to open; undefined to stay
 */
export function useSearch(onGo?: () => void, refused?: string, visit?: Visit) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [found, setFound] = useState<DetectedInput>();
  /** Whether a text has been read. */
  const [isRead, setRead] = useState(false);
  const [going, go] = useTransition();
  const latest = useRef('');
  const box = useRef<HTMLInputElement>(null);

  async function read(typed: string): Promise<DetectedInput | undefined> {
    latest.current = typed;
    setText(typed);
    setRead(true);
    const recognised = await loadRecogniser()
      .then(({ detectInput }) => detectInput(typed))
      .catch(() => NOT_READ);
    if (latest.current === typed) setFound(recognised);
    return recognised;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => {
    // The text may have been typed before this script was loaded.
    if (box.current?.value && box.current.value !== refused) void read(box.current.value);
  }, []);

  /** Opens a page; for anything else, says what it is. */
  function choose(chosen: Choice['options'][number]) {
    if (!chosen.ok) return setFound(chosen);
    const { label, value } = chosen;
    go(async () => {
      const href = visit === undefined ? onSameNetwork(chosen.href) : await visit(chosen);
      if (href === undefined) return;
      addRecent({ href, label, value });
      router.push(href);
    });
    onGo?.();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const recognised = await read(box.current?.value ?? '');
    if (recognised?.ok) choose(recognised);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` only uses refs and setters.
  const fill = useCallback((text: string) => {
    if (box.current) box.current.value = text;
    void read(text);
  }, []);

  return { box, text, found, going, isRead, read, fill, submit, choose, close: () => setFound(undefined) };
}

/** Keeps the network of an account page: an address without a network opens on the same one. */
function onSameNetwork(href: string): string {
  if (!/^\/account\/[^?]*$/.test(href) || !location.pathname.startsWith('/account/')) return href;
  const chain = readChain(new URLSearchParams(location.search), DEFAULT_CLUSTER);
  return chain === DEFAULT_CLUSTER ? href : `${href}?chain=${chain}`;
}
