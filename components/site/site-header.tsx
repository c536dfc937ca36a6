import Link from 'next/link';
import { SearchBox } from '../search/search-box';
import { Mark } from './mark';
import { ThemeToggle } from './theme-toggle';

/** The head of every page: name, the one search box, theme. */
export function SiteHeader() {
  return (
    <header className="border-line border-b bg-paper">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
        <Link prefetch={false} href="/" className="flex items-center gap-2 font-semibold tracking-tight">
          <Mark className="size-6 text-accent" />
          Satchel
        </Link>
        <div className="order-last w-full sm:order-none sm:w-auto sm:max-w-xl sm:flex-1">
          <SearchBox />
        </div>
        <nav className="ml-auto flex items-center gap-1">
          <Link
            prefetch={false}
            href="/docs"
            className="rounded-md px-3 py-2 text-muted text-sm hover:bg-sunken hover:text-ink"
          >
            API
          </Link>
          <ThemeToggle />
        </nav>
      </div>
    </header>
  );
}
