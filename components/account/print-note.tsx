import { otherTabNote, printNote } from '@/lib/dashboard/account/print-note';

/** A note in print about how much of a list is printed. */
export function PrintNote(list: Parameters<typeof printNote>[0]) {
  const note = printNote(list);
  return note === undefined ? null : <p className="mb-3 hidden text-sm print:block">{note}</p>;
}

/** A note in print with the number of items in the other tab. */
export function OtherTabNote(tabs: Parameters<typeof otherTabNote>[0]) {
  const note = otherTabNote(tabs);
  return note === undefined ? null : <p className="mt-3 hidden text-sm print:block">{note}</p>;
}
