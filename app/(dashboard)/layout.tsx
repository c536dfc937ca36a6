import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/query-provider';
import { FocusAfterNavigation } from '@/components/site/focus-after-navigation';
import { OfflineBanner } from '@/components/site/offline-banner';
import { SiteFooter } from '@/components/site/site-footer';
import { SiteHeader } from '@/components/site/site-header';
import { CopyListener } from '@/components/ui/copy/copy-listener';
import { Explanation } from '@/components/ui/explanation';

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
