import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/query-provider';
import { FocusAfterNavigation } from '@/components/site/focus-after-navigation';
import { OfflineBanner } from '@/components/site/offline-banner';
import { Shortcuts } from '@/components/site/shortcuts';
import { SiteHeader } from '@/components/site/site-header';
import { CopyListener } from '@/components/ui/copy/copy-listener';
import { Explanation } from '@/components/ui/explanation';
import { Icon } from '@/components/ui/icon';

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <OfflineBanner />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="page-width flex-1 px-4 py-4 outline-none sm:py-6">
        {children}
      </main>
      <SiteFooter />
      <CopyListener />
      <Explanation />
      <FocusAfterNavigation />
    </QueryProvider>
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
