'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from './copy-text';
import { Icon } from './icon';

type Props = {
  /** The text, or what makes it when it is asked for. */
  text: string | (() => string);
  /** What is copied, for the name of the button: “address”. */
  what: string;
  /** Words on the button; without them it is a small square. */
  children?: ReactNode;
};

/** Copies a text and says so, to screen readers too. */
export function CopyButton({ text, what, children }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 1500);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <button
      type="button"
      className={
        children
          ? 'control'
          : 'inline-grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink'
      }
      aria-label={children ? undefined : `Copy ${what}`}
      title={state === 'copied' ? 'Copied' : `Copy ${what}`}
      onClick={async () => {
        setState((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'failed');
      }}
    >
      {state === 'copied' ? (
        <Icon name="check" className="size-4 text-good" />
      ) : (
        <svg
          viewBox="0 0 16 16"
          className="size-4 shrink-0"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
        >
          <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.25" />
          <path d="M10.5 3.5v-.25A1.25 1.25 0 0 0 9.25 2h-5A1.25 1.25 0 0 0 3 3.25v5a1.25 1.25 0 0 0 1.25 1.25h.25" />
        </svg>
      )}
      {children}
      <span className="sr-only" aria-live="polite">
        {state === 'copied' ? `${what} copied` : state === 'failed' ? 'Copying failed' : ''}
      </span>
    </button>
  );
}
