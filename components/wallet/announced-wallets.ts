'use client';

import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardEventsFeature, StandardEventsListeners } from '@wallet-standard/features';
import { useMemo, useSyncExternalStore } from 'react';

export type Chain = 'solana' | 'bitcoin';

/** Whether a wallet supports a feature for a chain. */
const supports = (wallet: Wallet, chain: Chain) =>
  Object.keys(wallet.features).some((name) => name.startsWith(`${chain}:`));

/** Whether the Solana wallet adapter can connect to a wallet: it needs to connect, to report changes and to sign. */
const isForAdapter = ({ features }: Wallet) =>
  'standard:connect' in features &&
  'standard:events' in features &&
  ('solana:signTransaction' in features || 'solana:signAndSendTransaction' in features);

const TESTS: Record<Chain, (wallet: Wallet) => boolean> = {
  // A wallet that shares its accounts between chains is replaced by its Solana view.
  solana: (wallet) => supports(wallet, 'solana') && isForAdapter(wallet) && !isShared(wallet),
  bitcoin: (wallet) => supports(wallet, 'bitcoin'),
};

/** Whether a wallet passes a test. Extensions may announce objects of any shape; those that throw are left out. */
function passes(wallet: Wallet, test: (wallet: Wallet) => boolean): boolean {
  try {
    return typeof wallet.name === 'string' && test(wallet);
  } catch {
    return false;
  }
}

const supporting = (wallets: readonly Wallet[], chain: Chain) =>
  wallets.filter((wallet) => passes(wallet, TESTS[chain]));

const viewed = new WeakSet<Wallet>();

/** Registers the Solana view of each wallet that shares its accounts between chains. */
function registerSolanaViews(): void {
  const { get, register } = getWallets();
  const isToView = (wallet: Wallet) =>
    !viewed.has(wallet) && supports(wallet, 'solana') && isForAdapter(wallet) && isShared(wallet);
  for (const wallet of get().filter((each) => passes(each, isToView))) {
    viewed.add(wallet);
    register(solanaView(wallet));
  }
}

/** Returns the wallets that have announced to the page (Wallet Standard) that they support a chain. */
export function announcedWallets(chain: Chain): Wallet[] {
  registerSolanaViews();
  return supporting(getWallets().get(), chain);
}

/** Calls a listener when a wallet appears or disappears. Returns a function that stops it. */
export function onWalletsChange(listener: () => void): () => void {
  const { on } = getWallets();
  const onChange = () => {
    registerSolanaViews();
    listener();
  };
  registerSolanaViews();
  const stops = [on('register', onChange), on('unregister', onChange)];
  return () => {
    for (const stop of stops) stop();
  };
}

const NO_WALLETS: readonly Wallet[] = [];

/** Like `announcedWallets`, but updates when wallets appear. Empty on the server and during hydration. */
export function useAnnouncedWallets(chain: Chain): Wallet[] {
  const all = useSyncExternalStore(
    onWalletsChange,
    () => getWallets().get(),
    () => NO_WALLETS,
  );
  return useMemo(() => supporting(all, chain), [all, chain]);
}

const isSolana = (chain: string) => chain.startsWith('solana:');
const isSolanaAccount = ({ chains }: WalletAccount) => chains.some(isSolana);

/** Whether a wallet also has chains or accounts other than Solana's. */
const isShared = ({ chains = [], accounts = [] }: Partial<Wallet>): boolean =>
  !(chains.every(isSolana) && accounts.every(isSolanaAccount));

/**
 * Returns a wallet with only the Solana accounts of another one. The wallet adapter uses a wallet's first account,
 * whatever its chain, and requests one only from a wallet without accounts. The name differs, because the adapter finds
 * wallets by name.
 */
function solanaView(wallet: Wallet): Wallet {
  const features = Object.fromEntries(
    Object.entries(wallet.features).filter(([name]) => /^(standard|solana):/.test(name)),
  );
  const events = wallet.features['standard:events'] as StandardEventsFeature['standard:events'];
  const on: typeof events.on = (event, listener) =>
    events.on(event, (change: Parameters<StandardEventsListeners['change']>[0]) =>
      listener(change.accounts ? { ...change, accounts: change.accounts.filter(isSolanaAccount) } : change),
    );
  return {
    version: wallet.version,
    name: `${wallet.name} (Solana)`,
    icon: wallet.icon,
    chains: wallet.chains.filter(isSolana),
    features: { ...features, 'standard:events': { ...events, on } },
    get accounts() {
      return wallet.accounts.filter(isSolanaAccount);
    },
  };
}
