'use client';

import { type Chain, useAnnouncedWallets } from './announced-wallets';
import { WalletIcon } from './wallet-icon';

/** Icons that fit into a button. */
const MOST_ICONS = 3;

/** Icons of this browser's wallets for a chain, for the button that opens them. No wallet is contacted. */
export function AnnouncedIcons({ chain }: { chain: Chain }) {
  const [first, ...others] = useAnnouncedWallets(chain).slice(0, MOST_ICONS);
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
