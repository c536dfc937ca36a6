'use client';

import { usePathname } from 'next/navigation';

const ACCOUNT_PAGE = /^\/account\/[^/]+\/?$/;

/** Links for keyboards, shown on focus: to the page's content and, on account pages, to the list of items. */
export function SkipLinks() {
  const targets = [
    ['#main', 'Skip to the content'],
    ...(ACCOUNT_PAGE.test(usePathname()) ? [['#list', 'Skip to the list']] : []),
  ];
  return targets.map(([href, name]) => (
    <a
      key={href}
      href={href}
      className="control absolute top-2 left-2 z-30 -translate-y-16 focus:translate-y-0"
    >
      {name}
    </a>
  ));
}
