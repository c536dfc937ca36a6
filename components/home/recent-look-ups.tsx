'use client';

import { useEffect, useState } from 'react';
import { PageLink } from '@/components/ui/page-link';
import { shorten } from '@/lib/dashboard/format';
import { type Recent, readRecents } from '@/lib/dashboard/search/recents';

const MOST = 4;

/** The latest lookups in this browser; hidden before the first lookup. */
export function RecentLookUps() {
  const [recents, setRecents] = useState<readonly Recent[]>([]);
  useEffect(() => setRecents(readRecents().slice(0, MOST)), []);
  if (recents.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="recent">
      <h2 id="recent" className="text-muted text-sm">
        Recent
      </h2>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {recents.map(({ href, label, value }) => (
          <li key={href}>
            <PageLink
              href={href}
              className="flex min-h-10 items-center justify-between gap-4 text-sm hover:bg-sunken"
            >
              <span className="truncate font-mono">{shorten(value, 12, 10)}</span>
              <span className="shrink-0 text-muted">{label}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
