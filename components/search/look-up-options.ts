import { shorten } from '@/lib/dashboard/format';
import { readLabels } from '@/lib/dashboard/labels';
import { readRecents } from '@/lib/dashboard/search/recents';
import type { Option } from './options';

/**
 * Returns the recent look-ups and the labels of this browser as options of a search field.
 * @param visit opens a page
 */
export function lookUpOptions(visit: (href: string) => void): Option[] {
  const recents = readRecents().map(
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
  const labels = readLabels().map(
    ({ address, label, href }): Option => ({
      key: `label ${address}`,
      name: label || shorten(address, 12, 10),
      says: shorten(address, 6, 6),
      group: 'Labels',
      href,
      pick: () => visit(href),
    }),
  );
  return [...recents, ...labels];
}
