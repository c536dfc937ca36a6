'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { focusHeading } from '@/components/ui/a11y/focus-heading';

/**
 * Puts the focus where a reader goes on after each journey to another page: on the link of the page that one comes
 * back from, else on the page's heading. Who has put it into the new page meanwhile, or a search box that took it
 * itself, keeps it.
 */
export function FocusAfterNavigation() {
  const pathname = usePathname();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    const left = before.current;
    before.current = pathname;
    // Once a dialog that closes with the journey has given the focus back.
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

/** Whether a page lies under another, as an item under its account: only then has one come back. */
const isBelow = (page: string, above: string) => page.startsWith(`${above.replace(/\/$/, '')}/`);
