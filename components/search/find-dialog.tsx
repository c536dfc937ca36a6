'use client';

import Link from 'next/link';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { shorten } from '@/lib/dashboard/format';
import { EXAMPLES } from '@/lib/dashboard/search/examples';
import { clearRecents, type Recent, readRecents } from '@/lib/dashboard/search/recents';
import { Icon } from '../ui/icon';
import { SearchBox } from './search-box';

/** The find box over any page, with what was looked up last and examples. */
export function FindDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [recents, setRecents] = useState<Recent[]>([]);
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
    <dialog
      ref={dialog}
      aria-label="Find"
      onClose={onClose}
      onKeyDown={moveFocus}
      // A click on the backdrop is one on the dialog itself.
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className="m-auto mt-[10vh] w-[min(40rem,calc(100vw-2rem))] rounded-xl border border-line bg-paper p-0 text-ink shadow-2xl"
    >
      {open && (
        <div className="p-4">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <SearchBox inline onGo={onClose} />
            </div>
            <button
              type="button"
              onClick={onClose}
              aria-label="Close"
              className="grid size-10 place-items-center rounded-md text-muted hover:bg-sunken"
            >
              <Icon name="close" />
            </button>
          </div>
          {recents.length > 0 && (
            <Recents
              recents={recents}
              onClear={() => {
                clearRecents();
                setRecents([]);
              }}
              onGo={onClose}
            />
          )}
          <Examples onGo={onClose} />
        </div>
      )}
    </dialog>
  );
}

type RecentsProps = { recents: readonly Recent[]; onClear: () => void; onGo: () => void };

function Recents({ recents, onClear, onGo }: RecentsProps) {
  return (
    <section className="mt-4" aria-label="Recent">
      <div className="flex items-baseline justify-between px-2">
        <h2 className="text-muted text-xs">Recent</h2>
        <button type="button" className="link text-xs" onClick={onClear}>
          Clear
        </button>
      </div>
      <ul className="mt-1">
        {recents.map(({ href, label, value }) => (
          <Entry key={href} href={href} onGo={onGo} name={shorten(value, 12, 10)} says={label} mono />
        ))}
      </ul>
    </section>
  );
}

function Examples({ onGo }: { onGo: () => void }) {
  return (
    <section className="mt-4" aria-label="Examples">
      <h2 className="px-2 text-muted text-xs">Examples</h2>
      <ul className="mt-1">
        {EXAMPLES.map(({ href, name, says }) => (
          <Entry key={href} href={href} onGo={onGo} name={name} says={says} />
        ))}
      </ul>
    </section>
  );
}

type EntryProps = { href: string; name: string; says: string; mono?: boolean; onGo: () => void };

function Entry({ href, name, says, mono = false, onGo }: EntryProps) {
  return (
    <li>
      <Link
        prefetch={false}
        href={href}
        onClick={onGo}
        data-entry=""
        className="flex items-baseline justify-between gap-4 rounded-md px-2 py-2 hover:bg-sunken focus-visible:bg-sunken"
      >
        <span className={`truncate text-sm ${mono ? 'font-mono' : 'font-medium'}`}>{name}</span>
        <span className="truncate text-right text-muted text-xs max-sm:hidden">{says}</span>
      </Link>
    </li>
  );
}

/** Arrow keys walk through the box and the entries. */
function moveFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-entry]')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops[(at + step + stops.length) % stops.length]?.focus();
}
