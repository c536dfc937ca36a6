'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { clearRecents, type Recent, readRecents } from '@/lib/dashboard/search/recents';
import { Icon } from '../ui/icon';
import { commandsOfPage, paletteOptions } from './palette-options';
import { SearchBox } from './search-box';

/** The command palette: finds lookups, labels and items of the page, and runs the page's actions. */
export function FindDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [recents, setRecents] = useState<Recent[]>([]);
  const [commands, setCommands] = useState<readonly HTMLElement[]>([]);
  const client = useQueryClient();
  const router = useRouter();
  useListUpdates(client);
  const visit = (href: string) => {
    router.push(href);
    onClose();
  };
  const run = (command: HTMLElement) => {
    dialog.current?.close();
    command.click();
  };
  useEffect(() => {
    const { current } = dialog;
    if (!current || current.open === open) return;
    if (open) {
      setRecents(readRecents());
      setCommands(commandsOfPage());
      current.showModal();
      current.querySelector('input')?.focus();
    } else {
      current.close();
    }
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape closes the dialog.
    <dialog
      ref={dialog}
      aria-label="Find"
      // The close event comes later than Escape. Ctrl+K can open the dialog again in between.
      onCancel={onClose}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      // A click on the backdrop has the dialog itself as its target.
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
          <SearchBox
            inline
            onGo={onClose}
            suggestions={paletteOptions({ recents, commands, client, visit, run })}
          />
          {recents.length > 0 && (
            <button
              type="button"
              className="link mt-3 mb-1 ml-2 text-xs"
              onClick={() => {
                clearRecents();
                setRecents([]);
              }}
            >
              Clear recent lookups
            </button>
          )}
        </div>
      )}
    </dialog>
  );
}

/** Renders the palette again when items of the page's list arrive. */
function useListUpdates(client: QueryClient): void {
  const updates = () =>
    client
      .getQueryCache()
      .findAll({ queryKey: ['holdings'] })
      .reduce((sum, { state }) => sum + state.dataUpdateCount, 0);
  useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    updates,
    () => 0,
  );
}
