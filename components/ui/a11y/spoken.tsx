'use client';

import { useEffect, useRef, useState } from 'react';

/** Minimum time between two announcements, in ms, so that a listener can follow. */
const PAUSE_MS = 4000;
/** Time without changes after which typing counts as paused, in ms. */
const TYPING_MS = 1000;

type Props = {
  text: string;
  id?: string;
  /** Whether the text follows typing: it is announced after a pause, and outdated text is removed at once. */
  typed?: boolean;
};

/** Announces a frequently changing text to screen readers, at most every few seconds. */
export function Spoken({ text, id, typed = false }: Props) {
  const [said, setSaid] = useState('');
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (typed) setSaid('');
    const wait = Math.max(typed ? TYPING_MS : 0, last.current + PAUSE_MS - performance.now());
    const timer = setTimeout(() => {
      // Empty text does not count as an announcement.
      if (text !== '') last.current = performance.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, typed]);
  return (
    <span id={id} role="status" className="sr-only">
      {said}
    </span>
  );
}
