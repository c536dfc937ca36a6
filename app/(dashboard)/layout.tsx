import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/query-provider';
import { SiteHeader } from '@/components/site/site-header';

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <SiteHeader />
      <main className="mx-auto w-full max-w-6xl flex-1 px-4 py-8">{children}</main>
      <footer className="border-line border-t">
        <p className="mx-auto max-w-6xl px-4 py-5 text-muted text-sm">
          Satchel reads chains and signs nothing. Nothing on these pages is loaded from elsewhere.
        </p>
      </footer>
    </QueryProvider>
  );
}
