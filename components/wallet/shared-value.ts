'use client';

import { useSyncExternalStore } from 'react';

/** A value that components read with a hook and that code outside of components changes. */
export type SharedValue<Value> = {
  read: () => Value;
  write: (next: Value) => void;
  /** Returns the value, and updates when it changes; the initial value on the server and during hydration. */
  useValue: () => Value;
};

/** Creates a store that lives as long as the page. */
export function createSharedValue<Value>(initial: Value): SharedValue<Value> {
  let now = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = () => now;
  return {
    read,
    write(next) {
      now = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, read, () => initial),
  };
}
