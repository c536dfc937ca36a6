import Link from 'next/link';
import { preload } from 'react-dom';
import { fontPaths } from '@/lib/server/pages/static-asset-paths';
import DashboardLayout from './(dashboard)/layout';

/** The 404 page. Its header contains the search box. */
export default function NotFound() {
  // Next preloads fonts on every page except this one.
  for (const path of fontPaths()) preload(path, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return (
    <DashboardLayout>
      <div className="max-w-2xl py-16">
        <h1 className="font-semibold text-2xl tracking-tight">Page not found</h1>
        <p className="mt-2 text-muted">
          The link may be mistyped or out of date.{' '}
          <span className="print:hidden">Paste an address, a key or a name above.</span>
        </p>
        <Link prefetch={false} href="/" className="control mt-6">
          Go to the home page
        </Link>
      </div>
    </DashboardLayout>
  );
}
