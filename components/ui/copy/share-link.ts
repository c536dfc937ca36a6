'use client';

import { copyText } from './copy-text';

/**
 * Passes the page's URL to the device's share sheet, or copies the URL.
 * @returns a message for the button; undefined if the share sheet was used or closed
 */
export async function shareLink(title: string): Promise<string | undefined> {
  const { href } = location;
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url: href });
      return undefined;
    } catch (error) {
      // The visitor has closed the share sheet. After any other error, the link is copied instead.
      if (error instanceof Error && error.name === 'AbortError') return undefined;
    }
  }
  return (await copyText(href)) ? 'Link copied' : 'Copying failed';
}
