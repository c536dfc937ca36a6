'use client';

import { PageLink } from '@/components/ui/page-link';
import { shorten } from '@/lib/dashboard/format';
import { exportLabels } from '@/lib/dashboard/labels';
import { saveFile } from '../ui/save-file';
import { ImportLabels } from './import-labels';
import { useLabels } from './use-labels';

/** The watched accounts of this browser, with export and import of all labels; nothing if there are no labels. */
export function Watchlist() {
  const labels = useLabels();
  const watched = labels.filter(({ isWatched }) => isWatched);
  if (labels.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="watchlist">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <h2 id="watchlist" className="text-muted">
          {watched.length > 0 ? 'Watchlist' : 'Labels'}
        </h2>
        <span className="flex gap-3">
          <button
            type="button"
            className="link min-h-6"
            onClick={() => saveFile(exportLabels(), 'satchel-labels.json', 'application/json')}
          >
            Export
          </button>
          <ImportLabels>Import</ImportLabels>
        </span>
      </div>
      {watched.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-line border-y">
          {watched.map(({ address, label, href }) => (
            <li key={address}>
              <PageLink
                href={href}
                className="flex min-h-10 items-center justify-between gap-4 text-sm hover:bg-sunken"
              >
                <span className="truncate font-medium" dir="auto">
                  {label || shorten(address, 12, 10)}
                </span>
                <span className="shrink-0 font-mono text-muted">{shorten(address, 6, 6)}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
