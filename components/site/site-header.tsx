import Link from 'next/link';
import { HeaderSearch } from '../search/header-search';
import { SkipLink } from '../ui/a11y/skip-link';
import { HeaderWallet } from '../wallet/header-wallet';
import { Mark } from './mark';
import { PageLinks } from './page-links';
import { ThemeMenu } from './theme-menu';

/** Header of every page: name, search, pages, theme, wallet. */
export function SiteHeader() {
  return (
    <header className="border-line border-b bg-paper print:hidden">
      <SkipLink href="#main">Skip to the content</SkipLink>
      <div className="page-width flex flex-wrap items-center gap-x-2 gap-y-2 px-4 py-3 sm:gap-x-5">
        <Link
          prefetch={false}
          href="/"
          className="flex items-center gap-2 pointer-coarse:py-2.5 font-semibold tracking-tight"
        >
          <Mark className="size-6 text-accent" />
          {/* The narrowest windows have room only for the mark. */}
          <span className="max-[22rem]:sr-only">Satchel</span>
        </Link>
        <HeaderSearch />
        <nav aria-label="Pages" className="ml-auto flex items-center">
          <PageLinks />
          <ThemeMenu />
        </nav>
        <HeaderWallet />
      </div>
    </header>
  );
}
