'use client';

import { useState } from 'react';
import { copyText } from '@/components/ui/copy/copy-text';
import { Icon } from './icon';

/** Hands the page's address to the device's share sheet, or copies it where there is none. */
export function ShareButton({ title }: { title: string }) {
  const [said, setSaid] = useState('');
  return (
    <button
      type="button"
      className="control noscript:hidden print:hidden"
      onClick={async () => {
        const { href } = location;
        if (typeof navigator.share === 'function') {
          try {
            await navigator.share({ title, url: href });
            return;
          } catch (error) {
            // Closed without a choice: nothing is to be said. Refused: the link is copied instead.
            if (error instanceof Error && error.name === 'AbortError') return;
          }
        }
        setSaid((await copyText(href)) ? 'Link copied' : 'Copying failed');
        setTimeout(() => setSaid(''), 1500);
      }}
    >
      <Icon name={said === 'Link copied' ? 'check' : 'share'} />
      <span aria-live="polite">{said || 'Share'}</span>
    </button>
  );
}
