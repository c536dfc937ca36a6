import { preload } from 'react-dom';
import { fontPaths } from '@/lib/server/pages/static-asset-paths';
import DashboardLayout from './(dashboard)/layout';
import PageNotFound from './(dashboard)/not-found';

/** The 404 page. Its header contains the search box. */
export default function NotFound() {
  // Next preloads fonts on every page except this one.
  for (const path of fontPaths()) preload(path, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return (
    <DashboardLayout>
      <PageNotFound />
    </DashboardLayout>
  );
}
