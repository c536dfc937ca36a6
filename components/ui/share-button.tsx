'use client';

import { useState } from 'react';
import { shareLink } from './copy/share-link';
import { Icon } from './icon';

/** A button that shares the page's URL, or copies it if the browser has no share sheet. */
export function ShareButton({ title }: { title: string }) {
  const [said, setSaid] = useState('');
  return (
    <button
      type="button"
      className="control noscript:hidden print:hidden"
      onClick={async () => {
        setSaid((await shareLink(title)) ?? '');
        setTimeout(() => setSaid(''), 1500);
      }}
    >
      <Icon name={said === 'Link copied' ? 'check' : 'share'} />
      <span aria-live="polite">{said || 'Share'}</span>
    </button>
  );
}
