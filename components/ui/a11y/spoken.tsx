'use client';

import { useEffect, useRef, useState } from 'react';

/** Milliseconds between two sentences: who listens could follow no more. */
const PAUSE_MS = 4000;
/** So long without a letter, typing has paused. */
const TYPING_MS = 1000;

type Props = {
  text: string;
  id?: string;
  /** It follows what is typed: nothing is told before a pause, and what is no longer so goes at once. */
  typed?: boolean;
};

/** What a screen reader is told of something that changes many times a second: the latest, at most every few seconds. */
export function Spoken({ text, id, typed = false }: Props) {
  const [said, setSaid] = useState('');
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (typed) setSaid('');
    const wait = Math.max(typed ? TYPING_MS : 0, last.current + PAUSE_MS - performance.now());
    const timer = setTimeout(() => {
      // Silence is no sentence.
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
