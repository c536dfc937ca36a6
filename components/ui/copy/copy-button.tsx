'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { copyText } from './copy-text';

type Props = {
  /** The text, or a function that creates it on click. */
  text: string | (() => string);
  /** What is copied, for the name of the button: “address”. */
  what: string;
  children: ReactNode;
};

/** A button with a label that copies text and announces the result. */
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
      className="control noscript:hidden print:hidden"
      title={state === 'copied' ? 'Copied' : `Copy ${what}`}
      onClick={async () => {
        setState((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'failed');
      }}
    >
      <Icon
        name={state === 'copied' ? 'check' : 'copy'}
        className={state === 'copied' ? 'size-4 text-good' : 'size-4'}
      />
      {children}
      <span className="sr-only" aria-live="polite">
        {state === 'copied' ? `${what} copied` : state === 'failed' ? 'Copying failed' : ''}
      </span>
    </button>
  );
}
