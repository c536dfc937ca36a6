'use client';

import type { Wallet } from '@wallet-standard/base';
import { announcedWallets } from './announced-wallets';

/** An account with its public key, as returned by `bitcoin:connect`. */
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

/**
 * Requests a signature of a message. Resolves to the signature in base64, or to undefined if the
 * wallet does not have the address.
 */
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

/** Encodes a signature in base64, truncated to the maximum length of a valid signature. */
export const base64Of = (signature: Uint8Array): string =>
  btoa(String.fromCharCode(...signature.subarray(0, 2048)));
