'use client';

import { useEffect, useRef, useState } from 'react';

/** Milliseconds between two sentences: who listens could follow no more. */
const PAUSE_MS = 4000;

/** What a screen reader is told of something that changes many times a second: the latest, at most every few seconds. */
export function Spoken({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const wait = Math.max(0, last.current + PAUSE_MS - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}
