import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/query-provider';
import { HeaderSearch } from '@/components/search/header-search';
import { FocusAfterNavigation } from '@/components/site/focus-after-navigation';
import { OfflineBanner } from '@/components/site/offline-banner';
import { PageLinks } from '@/components/site/page-links';
import { Shortcuts } from '@/components/site/shortcuts';
import { ThemeMenu } from '@/components/site/theme-menu';
import { SkipLink } from '@/components/ui/a11y/skip-link';
import { CopyListener } from '@/components/ui/copy/copy-listener';
import { Explanation } from '@/components/ui/explanation';
import { Icon } from '@/components/ui/icon';
import { NetworksProvider } from '@/components/ui/networks';
import { PageLink } from '@/components/ui/page-link';
import { HeaderWallet } from '@/components/wallet/header-wallet';
import { getService } from '@/lib/server/shared-service';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { ports } = await getService();
  return (
    <QueryProvider>
      <OfflineBanner />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="page-width flex-1 px-4 py-4 outline-none sm:py-6">
        <NetworksProvider chainIds={[...ports.solana.chainIds]}>{children}</NetworksProvider>
      </main>
      <SiteFooter />
      <CopyListener />
      <Explanation />
      <FocusAfterNavigation />
    </QueryProvider>
  );
}

/** Header of every page: name, search, pages, theme, wallet. */
function SiteHeader() {
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

const SHORTCUTS: readonly [keys: string, what: string][] = [
  ['/, Ctrl K or ⌘ K', 'Go to the search field'],
  ['← →', 'Previous or next item, or the other tab'],
  ['← ↑ → ↓', 'Move among NFTs'],
  ['Esc', 'Close a menu or dialog'],
  ['?', 'Show these shortcuts'],
];

function SiteFooter() {
  return (
    <footer className="border-line border-t">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 px-4 py-5 text-muted text-sm print:hidden">
        <p>
          Satchel only reads chains and never sends transactions. Its pages load nothing from other sites.
        </p>
        <Shortcuts>
          <form method="dialog" className="mb-2 flex items-center justify-between">
            <h2 id="shortcuts" className="font-semibold">
              Keyboard shortcuts
            </h2>
            <button type="submit" aria-label="Close" className="control icon-only">
              <Icon name="close" />
            </button>
          </form>
          <dl className="divide-y divide-line text-sm">
            {SHORTCUTS.map(([keys, what]) => (
              <div key={keys} className="flex items-center justify-between gap-4 py-2">
                <dt>
                  <kbd className="whitespace-nowrap rounded border border-line px-1.5 py-0.5 font-sans">
                    {keys}
                  </kbd>
                </dt>
                <dd className="text-right text-muted">{what}</dd>
              </div>
            ))}
          </dl>
        </Shortcuts>
      </div>
    </footer>
  );
}
