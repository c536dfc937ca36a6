import { shorten } from '@/lib/dashboard/format';
import { readLabels } from '@/lib/dashboard/labels';
import { readRecents } from '@/lib/dashboard/search/recents';
import type { Option } from './options';

/**
 * Returns the recent look-ups, the watchlist and the other labels of this browser as options of a search field.
 * @param visit opens a page
 */
export function lookUpOptions(visit: (href: string) => void): Option[] {
  const labels = readLabels();
  const labeled = new Set(labels.map(({ address }) => address));
  const recents = readRecents()
    .filter(({ value }) => !labeled.has(value))
    .map(
      ({ href, label, value }): Option => ({
        key: `recent ${href}`,
        name: shorten(value, 12, 10),
        says: label,
        mono: true,
        group: 'Recent',
        href,
        pick: () => visit(href),
      }),
    );
  const watchedFirst = [...labels].sort((a, b) => Number(b.isWatched) - Number(a.isWatched));
  const labeledOptions = watchedFirst.map(
    ({ address, label, isWatched, href }): Option => ({
      key: `label ${address}`,
      name: label || shorten(address, 12, 10),
      says: shorten(address, 6, 6),
      group: isWatched ? 'Watchlist' : 'Labels',
      href,
      pick: () => visit(href),
    }),
  );
  return [...recents, ...labeledOptions];
}
