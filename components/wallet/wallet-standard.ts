'use client';

import type { Wallet } from '@wallet-standard/base';
import { announcedWallets } from './announced-wallets';

/** An account with its public key, as `bitcoin:connect` gives it. */
export type BitcoinAccount = { address: string; publicKey: Uint8Array };

type BitcoinFeatures = {
  'bitcoin:connect': {
    connect: (input: { purposes: string[] }) => Promise<{ accounts: readonly BitcoinAccount[] }>;
  };
  'bitcoin:signMessage'?: {
    signMessage: (input: {
      account: BitcoinAccount;
      message: Uint8Array;
    }) => Promise<readonly { signature: Uint8Array }[]>;
  };
};

type BitcoinWallet = Omit<Wallet, 'features'> & { features: BitcoinFeatures };

/** Announced wallets that give Bitcoin accounts. */
export const bitcoinStandardWallets = (): BitcoinWallet[] =>
  announcedWallets('bitcoin').filter(
    (wallet): wallet is Wallet & BitcoinWallet => 'bitcoin:connect' in wallet.features,
  );

/** Requests a wallet's accounts, and nothing else. */
export async function bitcoinAccounts({ features }: BitcoinWallet): Promise<readonly BitcoinAccount[]> {
  const { accounts } = await features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] });
  return accounts;
}

/** Signs a message: the signature in base64, or undefined when the wallet does not give the address. */
export async function signWithStandardWallet(
  wallet: BitcoinWallet,
  address: string,
  message: string,
): Promise<string | undefined> {
  const account = (await bitcoinAccounts(wallet)).find((each) => each.address === address);
  if (account === undefined) return undefined;
  const [given] =
    (await wallet.features['bitcoin:signMessage']?.signMessage({
      account,
      message: new TextEncoder().encode(message),
    })) ?? [];
  return base64Of(given?.signature ?? new Uint8Array());
}

/** A signature as base64, cut where it is longer than any signature. */
export const base64Of = (signature: Uint8Array): string =>
  btoa(String.fromCharCode(...signature.subarray(0, 2048)));
