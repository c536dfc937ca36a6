import { PageLink } from '@/components/ui/page-link';
import { HeaderSearch } from '../search/header-search';
import { SkipLink } from '../ui/a11y/skip-link';
import { HeaderWallet } from '../wallet/header-wallet';
import { PageLinks } from './page-links';
import { ThemeMenu } from './theme-menu';

/** Header of every page: name, search, pages, theme, wallet. */
export function SiteHeader() {
  return (
    <header className="border-line border-b bg-paper print:hidden">
      <SkipLink href="#main">Skip to the content</SkipLink>
      <div className="page-width flex flex-wrap items-center gap-x-2 gap-y-2 px-4 py-3 sm:gap-x-5">
        <PageLink
          href="/"
          className="flex items-center gap-2 pointer-coarse:py-2.5 font-semibold tracking-tight"
        >
          <Mark className="size-6 text-accent" />
          {/* The narrowest windows have room only for the mark. */}
          <span className="max-[22rem]:sr-only">Satchel</span>
        </PageLink>
        <HeaderSearch />
        <div className="ml-auto flex items-center">
          <nav aria-label="Pages" className="flex items-center">
            <PageLinks />
            <ThemeMenu />
          </nav>
          <HeaderWallet />
        </div>
      </div>
    </header>
  );
}

/** The logo of Satchel, a bag, in the current text color. */
function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
    >
      <path d="M8 6.5V5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v1.5" />
      <path d="M4.5 6.5h15A1.5 1.5 0 0 1 21 8v10.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a1.5 1.5 0 0 1 1.5-1.5Z" />
      <path d="M3 8.5 9.6 13h4.8L21 8.5" />
      <path d="M10.25 12.25h3.5v3.25h-3.5z" fill="currentColor" stroke="none" />
    </svg>
  );
}
