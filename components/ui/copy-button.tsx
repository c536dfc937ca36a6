'use client';

import { useState } from 'react';

/** Copies a text, also on a plain-http host, where browsers keep the clipboard API away. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  return (
    <button
      type="button"
      className="inline-grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
      aria-label={`Copy ${what}`}
      title={state === 'copied' ? 'Copied' : `Copy ${what}`}
      onClick={async () => {
        setState((await copy(text)) ? 'copied' : 'failed');
        setTimeout(() => setState('idle'), 1500);
      }}
    >
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        {state === 'copied' ? (
          <path d="m3.5 8.5 3 3 6-7" />
        ) : (
          <>
            <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.25" />
            <path d="M10.5 3.5v-.25A1.25 1.25 0 0 0 9.25 2h-5A1.25 1.25 0 0 0 3 3.25v5a1.25 1.25 0 0 0 1.25 1.25h.25" />
          </>
        )}
      </svg>
      <span className="sr-only" aria-live="polite">
        {state === 'copied' ? `${what} copied` : state === 'failed' ? 'Copying failed' : ''}
      </span>
    </button>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {}
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
  }
}
