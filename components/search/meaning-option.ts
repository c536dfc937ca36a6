import { shorten } from '@/lib/dashboard/format';
import type { Choice } from '@/lib/dashboard/search/detected-input';
import type { Option } from './options';

/** Returns one meaning of an ambiguous text as an option of a search field. */
export function meaningOption(
  each: Choice['options'][number],
  choose: (chosen: typeof each) => void,
): Option {
  const pick = () => choose(each);
  if (each.kind === 'secret') return { key: each.label, name: 'Private key', says: 'Never sent', pick };
  if (!each.ok) return { key: each.label, name: each.label, says: 'Shown by an explorer', pick };
  if (each.kind === 'x-only-key')
    return {
      key: each.href,
      name: 'x-only Bitcoin key',
      says: 'Two full keys match; choose one next',
      pick,
    };
  return { key: each.href, name: shorten(each.value, 12, 10), says: each.label, mono: true, pick };
}
