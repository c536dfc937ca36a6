'use client';

import { type Chain, useAnnouncedWallets } from './announced-wallets';
import { WalletIcon } from './wallet-icon';

/**
 * Icons of up to three wallets that are installed in this browser and support a chain. Sends no
 * request to a wallet.
 */
export function AnnouncedIcons({ chain }: { chain: Chain }) {
  const [first, ...others] = useAnnouncedWallets(chain).slice(0, 3);
  return (
    // The icons overlap, so that the text next to them moves little when they appear.
    <span className="-space-x-1.5 flex">
      <WalletIcon icon={first?.icon} />
      {others.map(({ name, icon }) => (
        <WalletIcon key={name} icon={icon} />
      ))}
    </span>
  );
}
