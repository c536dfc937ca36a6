'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { focusHeading } from '@/components/ui/a11y/focus-heading';

/**
 * Moves the focus after a navigation. On a parent page, the link to the page that was left receives the focus; on any
 * other page, the heading. Does nothing if an element of the new page already has the focus.
 */
export function FocusAfterNavigation() {
  const pathname = usePathname();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    const left = before.current;
    before.current = pathname;
    // Waits for the next frame, because a dialog that closes on navigation returns the focus first.
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById('main');
      if (!main || document.activeElement?.closest('#main *')) return;
      const origin = [...main.querySelectorAll<HTMLAnchorElement>('a[href]')].find(
        (link) => link.origin === location.origin && link.pathname === left && isBelow(left, pathname),
      );
      if (origin) origin.focus({ preventScroll: true });
      else if (!focusHeading()) main.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return null;
}

/** Whether a page's path is below another one, as an item's path is below its account's. */
const isBelow = (page: string, above: string) => page.startsWith(`${above.replace(/\/$/, '')}/`);
