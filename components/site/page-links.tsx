'use client';

import { usePathname } from 'next/navigation';
import { PageLink } from '@/components/ui/page-link';

const PAGES = [
  { href: '/bitcoin', name: 'Bitcoin' },
  { href: '/docs', name: 'API' },
];

/** Navigation links. The link to the current page is marked. */
export function PageLinks() {
  const here = usePathname();
  return PAGES.map(({ href, name }) => {
    const isHere = here === href || here.startsWith(`${href}/`);
    return (
      <PageLink
        key={href}
        href={href}
        aria-current={isHere ? 'page' : undefined}
        className={`rounded-md px-1.5 py-2 pointer-coarse:py-3 text-sm hover:bg-sunken hover:text-ink sm:px-2.5 ${isHere ? 'text-ink underline decoration-2 decoration-accent underline-offset-8' : 'text-muted'}`}
      >
        {name}
      </PageLink>
    );
  });
}
