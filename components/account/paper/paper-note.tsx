import { paperWords } from '@/lib/dashboard/account/on-paper';

/** On paper a part of a list must not pass for the whole. */
export function PaperNote(list: Parameters<typeof paperWords>[0]) {
  const words = paperWords(list);
  return words === undefined ? null : <p className="hidden text-sm print:block">{words}</p>;
}
