'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { isTyping } from '../ui/a11y/is-typing';

/**
 * A button that shows the keyboard shortcuts. The key `?` also shows them.
 * @param children the dialog's content
 */
export function Shortcuts({ children }: { children: ReactNode }) {
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
        className="link min-h-6 noscript:hidden pointer-coarse:hidden"
        onClick={() => dialog.current?.showModal()}
      >
        Keyboard shortcuts
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="shortcuts"
        className="m-auto w-[min(28rem,calc(100vw-1rem))] rounded-xl border border-line bg-paper p-4 text-ink shadow-2xl"
      >
        {children}
      </dialog>
    </>
  );
}
