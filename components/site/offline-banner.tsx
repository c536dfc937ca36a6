'use client';

import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Banner that is shown while the browser is offline. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="sticky top-0 z-30 print:hidden">
      {!isOnline && (
        <p className="bg-caution-soft px-4 py-2 text-center text-caution text-sm">
          You’re offline. This page stays as it was loaded.
        </p>
      )}
    </div>
  );
}
