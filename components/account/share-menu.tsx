'use client';

import { explorerLinks } from '@/lib/dashboard/chains';
import { copyText } from '../ui/copy/copy-text';
import { shareLink } from '../ui/copy/share-link';
import { Menu, type MenuItem } from '../ui/menu';
import type { HoldingsReading } from './reading/use-holdings';

type Props = {
  addressOrName: string;
  chain: number;
  holdings: HoldingsReading;
};

/** Menu of an account: link, API call, print, explorers. */
export function ShareMenu({ addressOrName, chain, holdings }: Props) {
  const address = holdings.head?.address ?? addressOrName;
  const copyCurl = async () => {
    // Not part of the page's first script.
    const { curlOf, holdingsRequest } = await import('@/lib/dashboard/docs/curl');
    return (await copyText(curlOf(location.origin, holdingsRequest(address, chain))))
      ? 'curl copied'
      : 'Copying failed';
  };
  return (
    <Menu
      label="Share"
      icon="share"
      isCompact
      items={[
        { label: 'Share link', icon: 'share', onSelect: () => shareLink(`Solana account ${address}`) },
        { label: 'Copy as curl', icon: 'code', onSelect: copyCurl },
        { label: 'Print', icon: 'print', onSelect: () => void window.print() },
        ...explorerLinks(chain, address).map(
          ({ name, href }): MenuItem => ({ label: `Open in ${name}`, icon: 'out', href }),
        ),
      ]}
    />
  );
}
