'use client';

import type { Wallet } from '@wallet-standard/base';
import { announcedWallets } from './announced-wallets';

/** An account with its public key, as returned by `bitcoin:connect`. */
export type BitcoinAccount = { address: string; publicKey: Uint8Array };

type BitcoinFeatures = {
  'bitcoin:connect': {
    connect: (input: { purposes: string[] }) => Promise<{ accounts: readonly BitcoinAccount[] }>;
  };
};

type BitcoinWallet = Omit<Wallet, 'features'> & { features: BitcoinFeatures };

/** Returns the announced wallets that support `bitcoin:connect`. */
export const bitcoinStandardWallets = (): BitcoinWallet[] =>
  announcedWallets('bitcoin').filter(
    (wallet): wallet is Wallet & BitcoinWallet => 'bitcoin:connect' in wallet.features,
  );

/** Connects to a wallet and returns its accounts for payments and ordinals. */
export async function bitcoinAccounts({ features }: BitcoinWallet): Promise<readonly BitcoinAccount[]> {
  const { accounts } = await features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] });
  return accounts;
}
