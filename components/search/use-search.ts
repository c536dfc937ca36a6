'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useRef, useState, useTransition } from 'react';
import type { Choice, DetectedInput } from '@/lib/dashboard/search/detected-input';
import { addRecent } from '@/lib/dashboard/search/recents';

/** The recogniser brings the checksums of two chains along, so it comes when the box is first used. */
export const loadRecogniser = () => import('@/lib/dashboard/search/detect-input');

/** Nothing is looked up that could not be searched for secrets first. */
const NOT_READ: DetectedInput = {
  ok: false,
  kind: 'wrong',
  message: 'This could not be read here, so it was not sent. Reload the page',
};

/**
 * Reads what is in a search box on the device, and leads to its page once it is certain what it is. Text leaves the
 * device as the address of a place only: never as it was typed.
 * @param onGo told when a look-up begins
 * @param refused a text that stands in the box at first and of which all was said
 */
export function useSearch(onGo?: () => void, refused?: string) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [found, setFound] = useState<DetectedInput>();
  /** Something has been read here. */
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
    // What was typed before this script came is read as well.
    if (box.current?.value && box.current.value !== refused) void read(box.current.value);
  }, []);

  /** Goes to a place; of anything else it says what it is. */
  function choose(chosen: Choice['options'][number]) {
    if (!chosen.ok) return setFound(chosen);
    const { href, label, value } = chosen;
    addRecent({ href, label, value });
    go(() => router.push(href));
    onGo?.();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const recognised = await read(box.current?.value ?? '');
    if (recognised?.ok) choose(recognised);
  }

  return { box, text, found, going, isRead, read, submit, choose, close: () => setFound(undefined) };
}
