import { trimEndWhile } from '@/lib/trim-end';

let collator: Intl.Collator | undefined;

/** Returns the collator. The first call loads collation tables (tens of ms in a browser), so call it before sorting. */
export function readyTextOrder(): Intl.Collator {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator;
}

/** Maximum number of characters to compare. Comparing long runs of combining marks takes quadratic time. */
const MAX_COMPARED = 200;

/** Compares two strings in natural order, so that #2 comes before #10. */
export function compareText(a: string, b: string): number {
  return readyTextOrder().compare(a.slice(0, MAX_COMPARED), b.slice(0, MAX_COMPARED));
}

/** Sort key of a string: the rank of the part before its trailing number, then the digits of that number. */
type Place = { place: number; digits: string };

const isDigit = (character: string) => character >= '0' && character <= '9';

/** Compares two strings of digits, which have no leading zeros, as numbers. */
const compareDigits = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Calculates the sort key of each text. */
function placesOf(texts: Iterable<string>): ReadonlyMap<string, Place> {
  const parts = new Map<string, { stem: string; digits: string }>();
  for (const text of texts) {
    if (parts.has(text)) continue;
    const compared = text.slice(0, MAX_COMPARED);
    const stem = trimEndWhile(compared, isDigit);
    parts.set(text, { stem, digits: compared.slice(stem.length).replace(/^0+/, '') });
  }
  const stems = [...new Set([...parts.values()].map(({ stem }) => stem))].sort(compareText);
  const stemPlaces = new Map<string, number>();
  let place = 0;
  stems.forEach((stem, index) => {
    // Texts that differ only in case have the same rank.
    if (compareText(stems[index - 1] ?? stem, stem) !== 0) place = index;
    stemPlaces.set(stem, place);
  });
  const places = new Map<string, Place>();
  for (const [text, { stem, digits }] of parts)
    places.set(text, { place: stemPlaces.get(stem) ?? 0, digits });
  return places;
}

/**
 * Returns a comparator for a known set of strings: natural order, with "" last. Fast for items of a collection, whose
 * names differ only in a number: comparing numbers takes a hundredth of the time of comparing strings.
 */
export function textOrder(texts: Iterable<string>): (a: string, b: string) => number {
  let places: ReadonlyMap<string, Place> | undefined;
  return (a, b) => {
    if (a === b) return 0;
    if (a === '') return 1;
    if (b === '') return -1;
    places ??= placesOf(texts);
    const one = places.get(a);
    const other = places.get(b);
    if (one === undefined || other === undefined) return compareText(a, b);
    return one.place - other.place || compareDigits(one.digits, other.digits);
  };
}
