'use client';

import { type ComponentType, useState } from 'react';

/**
 * Returns a component that is loaded when its panel opens, and the panel's `onToggle`. Opening the panel again retries a
 * failure.
 */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const onToggle = (opens: boolean) => {
    if (opens)
      load().then(
        (loaded) => setLoaded(() => loaded),
        () => setLoaded(() => NotLoaded),
      );
  };
  return [Loaded, onToggle] as const;
}

/** Replaces the content of a panel whose script could not be loaded. */
const NotLoaded = () => <p className="p-2 text-sm">Couldn’t load this. Close and open it again.</p>;
