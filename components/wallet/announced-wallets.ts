'use client';

import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import { useMemo, useSyncExternalStore } from 'react';

export type Chain = 'solana' | 'bitcoin';

/** Whether a wallet supports a feature for a chain. Checks types, because extensions may announce invalid objects. */
const supports = (wallet: Wallet, chain: Chain) =>
  typeof wallet?.features === 'object' &&
  wallet.features !== null &&
  Object.keys(wallet.features).some((name) => name.startsWith(`${chain}:`));

/** Returns the wallets that have announced to the page (Wallet Standard) that they support a chain. */
export const announcedWallets = (chain: Chain): Wallet[] =>
  getWallets()
    .get()
    .filter((wallet) => supports(wallet, chain));

function subscribe(onChange: () => void): () => void {
  const { on } = getWallets();
  const unsubscribe = [on('register', onChange), on('unregister', onChange)];
  return () => {
    for (const stop of unsubscribe) stop();
  };
}

const NO_WALLETS: readonly Wallet[] = [];

/** Like `announcedWallets`, but updates when wallets appear. Empty on the server and during hydration. */
export function useAnnouncedWallets(chain: Chain): Wallet[] {
  const all = useSyncExternalStore(
    subscribe,
    () => getWallets().get(),
    () => NO_WALLETS,
  );
  return useMemo(() => all.filter((wallet) => supports(wallet, chain)), [all, chain]);
}
