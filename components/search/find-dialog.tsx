'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { EXAMPLES } from '@/lib/dashboard/search/examples';
import { clearRecents, type Recent, readRecents } from '@/lib/dashboard/search/recents';
import { Icon } from '../ui/icon';
import type { Option } from './options';
import { recentOptions } from './recent-options';
import { SearchBox } from './search-box';

/** The find box over any page, with what was looked up last and examples. */
export function FindDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [recents, setRecents] = useState<Recent[]>([]);
  const router = useRouter();
  const visit = (href: string) => {
    router.push(href);
    onClose();
  };
  useEffect(() => {
    const { current } = dialog;
    if (!current || current.open === open) return;
    if (open) {
      setRecents(readRecents());
      current.showModal();
      current.querySelector('input')?.focus();
    } else {
      current.close();
    }
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape closes by itself.
    <dialog
      ref={dialog}
      aria-label="Find"
      onClose={onClose}
      // A click on the backdrop is one on the dialog itself.
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className="m-auto mt-[10vh] w-[min(40rem,calc(100vw-1rem))] rounded-xl border border-line bg-paper p-0 text-ink shadow-2xl"
    >
      {open && (
        <div className="p-3 sm:p-4">
          <div className="-mt-1 mb-1 flex items-center justify-between">
            <h2 className="font-semibold text-sm">Find</h2>
            <button
              type="button"
              onClick={onClose}
              aria-label="Close"
              className="-mr-2 grid size-10 pointer-coarse:size-11 place-items-center rounded-md text-muted hover:bg-sunken"
            >
              <Icon name="close" />
            </button>
          </div>
          <SearchBox inline onGo={onClose} suggestions={suggestionsOf(recents, visit)} />
          {recents.length > 0 && (
            <button
              type="button"
              className="link mt-3 mb-1 ml-2 text-xs"
              onClick={() => {
                clearRecents();
                setRecents([]);
              }}
            >
              Clear recent look-ups
            </button>
          )}
        </div>
      )}
    </dialog>
  );
}

/** What was looked up last, and the examples. */
function suggestionsOf(recents: readonly Recent[], visit: (href: string) => void): Option[] {
  return [
    ...recentOptions(recents, visit),
    ...EXAMPLES.map(({ href, name, says }) => ({
      key: href,
      name,
      says,
      group: 'Examples',
      href,
      pick: () => visit(href),
    })),
  ];
}
