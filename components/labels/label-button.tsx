'use client';

import { useState } from 'react';
import { MAX_LABEL_LENGTH, setLabel } from '@/lib/dashboard/labels';
import { Icon } from '../ui/icon';
import { Popover } from '../ui/menu';
import { useLabel } from './use-labels';

/** Labels an address or key, or adds it to the watchlist, in this browser only. */
export function LabelButton({
  address,
  href,
  what = 'address',
}: {
  address: string;
  href: string;
  what?: 'address' | 'key';
}) {
  const labelled = useLabel(address);
  const [draft, setDraft] = useState<string>();
  const isWatched = labelled?.isWatched ?? false;
  const label = draft ?? labelled?.label ?? '';
  return (
    <Popover
      buttonClass="icon-button noscript:hidden"
      panelClass="w-72"
      label={
        <>
          <Icon name="star" className={isWatched ? 'size-4 fill-current text-accent' : 'size-4'} />
          <span className="sr-only">Label or watch this {what}</span>
        </>
      }
    >
      <form
        className="grid gap-2 p-1.5 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          setLabel({ address, label, isWatched, href });
          setDraft(undefined);
          event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        }}
      >
        <label className="grid gap-1">
          Label
          <input
            className="field"
            value={label}
            maxLength={MAX_LABEL_LENGTH}
            placeholder="Such as Treasury"
            autoComplete="off"
            onChange={({ target }) => setDraft(target.value)}
          />
        </label>
        <label className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-[var(--accent)]"
            checked={isWatched}
            onChange={({ target }) => setLabel({ address, label, isWatched: target.checked, href })}
          />
          On my watchlist
        </label>
        <button type="submit" className="control control-primary justify-center">
          Save
        </button>
        <p className="text-muted text-xs">Kept in this browser only.</p>
      </form>
    </Popover>
  );
}
