import { readStoredJson, writeStored } from '../browser-storage';

/** A recent lookup made in this browser. */
export type Recent = { href: string; label: string; value: string };

const KEY = 'satchel.recents';
const MOST = 8;

const isRecent = (value: unknown): value is Recent => {
  if (typeof value !== 'object' || value === null) return false;
  const { href, label, value: text } = value as Partial<Recent>;
  // Accept stored links only if they are paths of this service.
  return (
    typeof href === 'string' && /^\/[a-z]/.test(href) && typeof label === 'string' && typeof text === 'string'
  );
};

/** Returns the recent lookups, newest first; empty if storage is disabled. */
export function readRecents(): Recent[] {
  const read = readStoredJson(KEY);
  return Array.isArray(read) ? read.filter(isRecent).slice(0, MOST) : [];
}

/** Adds a lookup as the newest. It is stored only in this browser. */
export function addRecent({ href, label, value }: Recent): void {
  const next = [{ href, label, value }, ...readRecents().filter((recent) => recent.href !== href)];
  writeStored(KEY, JSON.stringify(next.slice(0, MOST)));
}

/** Removes all recent lookups. */
export function clearRecents(): void {
  writeStored(KEY, undefined);
}
