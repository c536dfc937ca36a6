'use client';

export type Account = { address: string; publicKey: Uint8Array };

/** A wallet as the Wallet Standard describes it. */
type AnnouncedWallet = {
  name: string;
  icon?: unknown;
  features: Record<string, unknown>;
  accounts: readonly Account[];
};

/** Wallets that announced themselves by the Wallet Standard, once its two events have been exchanged. */
export function announcedWallets(): AnnouncedWallet[] {
  const found: AnnouncedWallet[] = [];
  const register = (...wallets: AnnouncedWallet[]) => {
    // Whatever an extension announces is no fault of this page.
    found.push(
      ...wallets.filter((wallet) => typeof wallet?.features === 'object' && wallet.features !== null),
    );
    return () => undefined;
  };
  // A wallet that came before the page listens for this; one that comes later is found on the next try.
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
  return found;
}

/** Icons that fit into a button. */
const MOST_ICONS = 3;

/** Icons of those of them that know a chain, in the order in which they announced themselves; at most three. */
export const announcedIcons = (chain: 'solana' | 'bitcoin'): unknown[] =>
  announcedWallets()
    .filter(({ features }) => Object.keys(features).some((name) => name.startsWith(`${chain}:`)))
    .slice(0, MOST_ICONS)
    .map(({ icon }) => icon);
