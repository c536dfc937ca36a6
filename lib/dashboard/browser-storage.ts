type StorageName = 'localStorage' | 'sessionStorage';

/** Returns a text that this browser or, in session storage, this tab keeps; null without one, or if storage is disabled. */
export function readStored(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Returns a stored value; undefined without one, or if it is not JSON. */
export function readStoredJson(key: string, storage?: StorageName): unknown {
  try {
    return JSON.parse(readStored(key, storage) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Stores a text, or removes it if it is undefined. Returns false if storage is full or disabled. */
export function writeStored(
  key: string,
  text: string | undefined,
  storage: StorageName = 'localStorage',
): boolean {
  try {
    if (text === undefined) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
