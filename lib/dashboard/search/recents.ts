/** Something that was looked up in this browser. */
export type Recent = { href: string; label: string; value: string };

const KEY = 'satchel.recents';
const MOST = 8;

const isRecent = (value: unknown): value is Recent => {
  if (typeof value !== 'object' || value === null) return false;
  const { href, label, value: text } = value as Partial<Recent>;
  // Only paths of ours: what stands in the storage is not to lead anywhere else.
  return (
    typeof href === 'string' && /^\/[a-z]/.test(href) && typeof label === 'string' && typeof text === 'string'
  );
};

/** What was looked up last, newest first; nothing where the browser keeps no storage. */
export function readRecents(): Recent[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(read) ? read.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts a look-up first. It stays in this browser. */
export function addRecent({ href, label, value }: Recent): void {
  const next = [{ href, label, value }, ...readRecents().filter((recent) => recent.href !== href)];
  try {
    localStorage.setItem(KEY, JSON.stringify(next.slice(0, MOST)));
  } catch {}
}

/** Forgets all of them. */
export function clearRecents(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {}
}
