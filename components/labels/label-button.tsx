'use client';

import { useRef, useState } from 'react';
import { Icon } from '../ui/icon';
import { Popover } from '../ui/menu';
import { useLoaded } from '../ui/use-loaded';
import { useLabel } from './use-labels';

type Props = { address: string; href: string; what?: 'address' | 'key' };

/** Labels an address or key, or adds it to the watchlist, in this browser only. The form is loaded on first use. */
export function LabelButton({ address, href, what = 'address' }: Props) {
  const isWatched = useLabel(address)?.isWatched ?? false;
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [Form, loadForm] = useLoaded(async () => (await import('./label-form')).LabelForm);
  return (
    <Popover
      buttonClass="icon-button noscript:hidden"
      panelClass="w-72 font-sans text-base [word-break:normal]"
      onToggle={(opens) => {
        setOpen(opens);
        loadForm(opens);
      }}
      label={
        <>
          <Icon name="star" className={isWatched ? 'size-4 fill-current text-accent' : 'size-4'} />
          <span className="sr-only">Label or watch this {what}</span>
        </>
      }
    >
      <div ref={panel} className="min-h-48">
        {isOpen && Form && (
          <Form
            address={address}
            href={href}
            onSaved={() => panel.current?.closest<HTMLElement>('[popover]')?.hidePopover()}
          />
        )}
      </div>
    </Popover>
  );
}
