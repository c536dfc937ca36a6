'use client';

import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { OutLink } from '@/components/ui/out-link';
import { Icon } from './icon';

type IconName = ComponentProps<typeof Icon>['name'];

/** Distance between the button and the panel, in px. */
const GAP = 4;
/** Minimum distance between the panel and the edge of the window, in px. */
const EDGE = 8;
const MESSAGE_MS = 2000;

type PopoverProps = {
  /** The button's content. */
  label: ReactNode;
  children: ReactNode;
  buttonClass?: string;
  panelClass?: string;
  /** Called when the panel opens (true) or closes. */
  onToggle?: (opens: boolean) => void;
};

/**
 * A button with a panel over the page, built on the Popover API: the browser opens the panel even without JavaScript,
 * closes it on Escape and on a click outside, and returns the focus. The panel also closes when the focus leaves it.
 */
export function Popover({
  label,
  children,
  buttonClass = 'control',
  panelClass = '',
  onToggle,
}: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const place = () => {
    if (button.current && panel.current) placeAt(button.current.getBoundingClientRect(), panel.current);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` only reads refs.
  useEffect(() => {
    if (!isOpen) return;
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only detects that the focus leaves.
    <div
      className="inline-flex print:hidden"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) panel.current?.hidePopover();
      }}
    >
      <button ref={button} type="button" className={buttonClass} popoverTarget={id} aria-expanded={isOpen}>
        {label}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        // Takes the focus of a click on text, which would otherwise go to an element around the panel and close it.
        tabIndex={-1}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') place();
        }}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          onToggle?.(newState === 'open');
          // Only an open panel has a width.
          if (newState === 'open') place();
        }}
        className={`m-0 max-w-[calc(100vw-1rem)] overflow-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-lg outline-none ${panelClass}`}
      >
        {children}
      </div>
    </div>
  );
}

/**
 * Places a fixed panel below a button, or above it if there is more room, aligned with its nearer side unless the panel
 * would leave the window.
 */
function placeAt({ top, bottom, left, right }: DOMRect, { style, offsetWidth }: HTMLElement): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = clientHeight - bottom < 200 && top > clientHeight - bottom;
  const isLeft = left + right < clientWidth;
  const roomBeside = clientWidth - offsetWidth - EDGE;
  Object.assign(style, {
    top: isAbove ? 'auto' : `${bottom + GAP}px`,
    bottom: isAbove ? `${clientHeight - top + GAP}px` : 'auto',
    left: isLeft ? `${Math.max(EDGE, Math.min(left, roomBeside))}px` : 'auto',
    right: isLeft ? 'auto' : `${Math.max(EDGE, Math.min(clientWidth - right, roomBeside))}px`,
    maxHeight: `${(isAbove ? top : clientHeight - bottom) - GAP - EDGE}px`,
  });
}

export type MenuItem = {
  label: string;
  icon: IconName;
} & (
  | {
      /** Runs the action. The button shows the returned message for two seconds. */
      onSelect: () => string | undefined | Promise<string | undefined>;
    }
  /** A link to another site. */
  | { href: string }
);

type MenuProps = {
  label: string;
  icon: IconName;
  items: readonly MenuItem[];
  /** Note above the items, such as the reason why an item is missing. */
  note?: ReactNode;
  /** Whether the button shows only its icon on a phone. */
  isCompact?: boolean;
};

const MENU_ITEM =
  'flex min-h-9 w-full pointer-coarse:min-h-11 items-center gap-2.5 rounded px-2.5 py-1.5 text-left text-sm hover:bg-sunken';

/** A button that opens a list of actions, which closes after an action. Hidden without JavaScript. */
export function Menu({ label, icon, items, note, isCompact = false }: MenuProps) {
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    if (message === undefined) return;
    const timer = setTimeout(() => setMessage(undefined), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <span className="contents noscript:hidden">
      <Popover
        panelClass="w-60"
        label={
          <>
            <Icon name={icon} />
            <span
              aria-live="polite"
              className={isCompact && message === undefined ? 'max-sm:sr-only' : undefined}
            >
              {message ?? label}
            </span>
            <Icon name="down" className={`size-3.5 text-muted ${isCompact ? 'max-sm:hidden' : ''}`} />
          </>
        }
      >
        {note !== undefined && <p className="px-2.5 py-1.5 text-muted text-sm">{note}</p>}
        <ul>
          {items.map((item) => (
            <li key={item.label}>
              {'href' in item ? (
                <OutLink href={item.href} className={MENU_ITEM}>
                  <Icon name={item.icon} className="size-4 text-muted" />
                  {item.label}
                </OutLink>
              ) : (
                <button
                  type="button"
                  className={MENU_ITEM}
                  onClick={async ({ currentTarget }) => {
                    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
                    setMessage(await item.onSelect());
                  }}
                >
                  <Icon name={item.icon} className="size-4 text-muted" />
                  {item.label}
                </button>
              )}
            </li>
          ))}
        </ul>
      </Popover>
    </span>
  );
}
