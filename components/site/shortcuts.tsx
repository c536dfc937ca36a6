'use client';

import { useEffect, useRef } from 'react';
import { isTyping } from '../ui/a11y/is-typing';
import { Icon } from '../ui/icon';

const SHORTCUTS: readonly [keys: string, what: string][] = [
  ['/, Ctrl K or ⌘ K', 'Go to the search field'],
  ['← →', 'Previous or next item, or the other tab'],
  ['← ↑ → ↓', 'Move among NFTs'],
  ['Esc', 'Close a menu or dialog'],
  ['?', 'Show these shortcuts'],
];

/** A button that shows the keyboard shortcuts. The key `?` also shows them. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector('dialog[open]') === null) dialog.current?.showModal();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className="link min-h-6 noscript:hidden"
        onClick={() => dialog.current?.showModal()}
      >
        Keyboard shortcuts
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="shortcuts"
        className="m-auto w-[min(28rem,calc(100vw-1rem))] rounded-xl border border-line bg-paper p-4 text-ink shadow-2xl"
      >
        <div className="mb-2 flex items-center justify-between">
          <h2 id="shortcuts" className="font-semibold">
            Keyboard shortcuts
          </h2>
          <button
            type="button"
            aria-label="Close"
            className="control icon-only"
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <dl className="divide-y divide-line text-sm">
          {SHORTCUTS.map(([keys, what]) => (
            <div key={keys} className="flex items-center justify-between gap-4 py-2">
              <dt>
                <kbd className="whitespace-nowrap rounded border border-line px-1.5 py-0.5 font-sans">
                  {keys}
                </kbd>
              </dt>
              <dd className="text-right text-muted">{what}</dd>
            </div>
          ))}
        </dl>
      </dialog>
    </>
  );
}
