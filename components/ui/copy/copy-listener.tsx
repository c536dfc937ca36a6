'use client';

import { useEffect, useState } from 'react';
import { copyText } from './copy-text';

const SHOWN_MS = 1500;

/** Copies the text of a clicked `CopyMark`, marks the button for a moment and announces the result. */
export function CopyListener() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const onClick = async (event: MouseEvent) => {
      const mark = (event.target as Element).closest<HTMLElement>('[data-copy]');
      if (!mark) return;
      const copied = await copyText(mark.dataset.copy ?? '');
      if (copied) mark.dataset.copied = '';
      setSaid(copied ? `${mark.dataset.what} copied` : 'Copying failed');
      setTimeout(() => {
        delete mark.dataset.copied;
        setSaid('');
      }, SHOWN_MS);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  return (
    <span className="sr-only" aria-live="polite">
      {said}
    </span>
  );
}
