import { otherTabWords, paperWords } from '@/lib/dashboard/account/on-paper';

/** On paper a part of a list must not pass for the whole. */
export function PaperNote(list: Parameters<typeof paperWords>[0]) {
  const words = paperWords(list);
  return words === undefined ? null : <p className="hidden text-sm print:block">{words}</p>;
}

/** What else an account holds is on the other tab, and on no paper of this one. */
export function OtherTabNote(tabs: Parameters<typeof otherTabWords>[0]) {
  const words = otherTabWords(tabs);
  return words === undefined ? null : <p className="mt-3 hidden text-sm print:block">{words}</p>;
}
