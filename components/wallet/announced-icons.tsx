'use client';

import { type Chain, useAnnouncedWallets } from './announced-wallets';
import { WalletIcon } from './wallet-icon';

/** Icons of this browser's wallets for a chain, three at most, for the button that opens them. Contacts no wallet. */
export function AnnouncedIcons({ chain }: { chain: Chain }) {
  const [first, ...others] = useAnnouncedWallets(chain).slice(0, 3);
  return (
    // Overlapping, so that the text next to them hardly moves.
    <span className="-space-x-1.5 flex">
      <WalletIcon icon={first?.icon} />
      {others.map(({ name, icon }) => (
        <WalletIcon key={name} icon={icon} />
      ))}
    </span>
  );
}
