import { shorten } from '@/lib/dashboard/format';
import type { Recent } from '@/lib/dashboard/search/recents';
import type { Option } from './options';

/**
 * Returns recent lookups as options of a search field.
 * @param visit opens a page
 */
export const recentOptions = (recents: readonly Recent[], visit: (href: string) => void): Option[] =>
  recents.map(({ href, label, value }) => ({
    key: `recent ${href}`,
    name: shorten(value, 12, 10),
    says: label,
    mono: true,
    group: 'Recent',
    href,
    pick: () => visit(href),
  }));
