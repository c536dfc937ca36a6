'use client';

import { useEffect, useState } from 'react';
import { announcedIcons } from './announced-wallets';
import { WalletIcon } from './wallet-icon';

/** The icons of the wallets of this browser that know a chain, for the button that leads to them; no wallet is asked. */
export function AnnouncedIcons({ chain }: { chain: 'solana' | 'bitcoin' }) {
  const [icons, setIcons] = useState<unknown[]>([]);
  useEffect(() => setIcons(announcedIcons(chain)), [chain]);
  return (
    // One upon the other: what stands beside the button hardly moves.
    <span className="-space-x-1.5 flex">
      <WalletIcon icon={icons[0]} />
      {icons.slice(1).map((icon, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they come once and stay.
        <WalletIcon key={i} icon={icon} />
      ))}
    </span>
  );
}
