'use client';

import { useRouter } from 'next/navigation';
import type { MouseEvent } from 'react';
import { rememberOrder } from '@/lib/dashboard/account/adjacent-items';

/**
 * Opens a clicked card with the router. Cards are plain links, because hundreds of router links would make the page
 * slow to start.
 */
export function useFollowedCard(addressOrName: string, chain: number, nfts: readonly { address: string }[]) {
  const router = useRouter();
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
    const href = (event.target as Element).closest('a[data-card]')?.getAttribute('href');
    if (!href) return;
    event.preventDefault();
    const opened = href.split('/').at(-1)?.split('?')[0] ?? '';
    rememberOrder(
      addressOrName,
      chain,
      nfts.map(({ address }) => address),
      opened,
    );
    // Stores the card in the URL's hash, so that Back scrolls to the card.
    history.replaceState(history.state, '', `${location.pathname}${location.search}#${opened}`);
    router.push(href);
  };
}
