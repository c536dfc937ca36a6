import { readStored, writeStored } from './browser-storage';
import { cleanText } from './format';

/** A label of an address or key, and whether it is on the watchlist. Labels are kept only in this browser. */
export type Labelled = { address: string; label: string; isWatched: boolean; href: string };

const KEY = 'satchel.labels';
/** Maximum number of labels. */
export const MAX_LABELS = 1_000;
/** Maximum length of a label. */
export const MAX_LABEL_LENGTH = 60;

const isLabelled = (value: unknown): value is Labelled => {
  if (typeof value !== 'object' || value === null) return false;
  const { address, label, isWatched, href } = value as Partial<Labelled>;
  return (
    typeof address === 'string' &&
    /^[0-9a-zA-Z]{20,130}$/.test(address) &&
    typeof label === 'string' &&
    typeof isWatched === 'boolean' &&
    // Accept only the address's own page, so that an imported label cannot lead to another one.
    typeof href === 'string' &&
    isPageOf(address, href)
  );
};

/** Whether a link is the page of an address, with any query. */
function isPageOf(address: string, href: string): boolean {
  const [path, ...query] = href.split('?');
  const isPlain = query.length < 2 && !/[/\\]/.test(query.join());
  return (path === `/account/${address}` || path === `/bitcoin/${address}`) && isPlain;
}

const cleaned = (labelled: Labelled): Labelled => ({
  address: labelled.address,
  label: cleanText(labelled.label).slice(0, MAX_LABEL_LENGTH),
  isWatched: labelled.isWatched,
  href: labelled.href,
});

/** Parses stored labels. Omits invalid entries, and those beyond the maximum number. */
export const parseLabels = (text: string): Labelled[] => validLabels(text).slice(0, MAX_LABELS);

/** Parses labels. Omits invalid entries. */
function validLabels(text: string): Labelled[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(parsed) ? parsed.filter(isLabelled).map(cleaned) : [];
}

const listeners = new Set<() => void>();
let cached: { text: string; labels: readonly Labelled[] } = { text: '', labels: [] };

/** Returns all labels; empty if storage is disabled. Returns the same array until the labels change. */
export function readLabels(): readonly Labelled[] {
  const text = readStored(KEY) ?? '';
  if (text !== cached.text) cached = { text, labels: parseLabels(text) };
  return cached.labels;
}

/** Labels could not be saved. Pages show the message. */
export class LabelsNotSaved extends Error {}

function store(labels: readonly Labelled[]): void {
  if (!writeStored(KEY, JSON.stringify(labels)))
    throw new LabelsNotSaved('This browser doesn’t let this site save labels.');
  for (const listener of listeners) listener();
}

/**
 * Sets the label of an address. If the label is empty and the address is not watched, removes the entry.
 * @throws LabelsNotSaved
 */
export function setLabel(labelled: Labelled): void {
  const others = readLabels().filter(({ address }) => address !== labelled.address);
  const entry = cleaned(labelled);
  const isRemoved = entry.label === '' && !entry.isWatched;
  if (!isRemoved && others.length >= MAX_LABELS)
    throw new LabelsNotSaved(`The list is full (${countOf(MAX_LABELS)}). Remove another label first.`);
  store(isRemoved ? others : [entry, ...others]);
}

/**
 * Imports exported labels. An imported label replaces the existing label of the same address. Labels of other addresses
 * are added as long as there is room; no existing label is dropped.
 * @returns the number of imported labels, and of those that did not fit
 * @throws LabelsNotSaved
 */
export function importLabels(text: string): ImportedLabels {
  const existing = readLabels();
  const labeled = new Set(existing.map(({ address }) => address));
  const imported = new Map<string, Labelled>();
  const leftOut = new Set<string>();
  for (const each of validLabels(text)) {
    if (!labeled.has(each.address) && labeled.size >= MAX_LABELS) {
      leftOut.add(each.address);
      continue;
    }
    labeled.add(each.address);
    imported.set(each.address, each);
  }
  store([...imported.values(), ...existing.filter(({ address }) => !imported.has(address))]);
  return { imported: imported.size, leftOut: leftOut.size };
}

/** Result of an import: numbers of labels. */
type ImportedLabels = { imported: number; leftOut: number };

const countOf = (labels: number) => `${labels.toLocaleString('en')} ${labels === 1 ? 'label' : 'labels'}`;

/** Says what an import did. */
export function importMessage({ imported, leftOut }: ImportedLabels): string {
  if (imported + leftOut === 0) return 'This file contains no labels.';
  if (leftOut === 0) return `${countOf(imported)} imported.`;
  const done = imported === 0 ? 'No labels imported' : `${countOf(imported)} imported, ${leftOut} left out`;
  return `${done}: the list is full (${countOf(MAX_LABELS)}). Remove some labels and import again.`;
}

/** Returns all labels as JSON for export. */
export const exportLabels = (): string => `${JSON.stringify(readLabels(), null, 2)}\n`;

/** Calls a listener when labels change, in this tab or another one. @returns a function that removes the listener */
export function onLabelsChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
