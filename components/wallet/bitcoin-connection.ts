'use client';

import { type WalletPair, walletMessage } from '@/lib/dashboard/bitcoin/wallet-pairs';
import type { BtcWallet } from './btc-wallets';
import { createSharedValue } from './shared-value';

/** What a Bitcoin wallet of this browser gave to this page. It is kept until the page is reloaded. */
export type BitcoinConnection = {
  /** Name of the wallet whose keys were requested. */
  waitingFor: string | undefined;
  wallet: string | undefined;
  pairs: readonly WalletPair[];
  /** Why the last attempt failed, or a note about its result; empty if it succeeded without one. */
  message: string;
};

const NONE: BitcoinConnection = { waitingFor: undefined, wallet: undefined, pairs: [], message: '' };

const connection = createSharedValue(NONE);
let attempt = 0;
let stopListening: (() => void) | undefined;

/** Returns the connection, and updates when it changes. */
export const useBitcoinConnection = connection.useValue;

const isMainnet = (network: string | undefined) =>
  network === undefined || /^(bitcoin_)?mainnet$/i.test(network);

/** Asks a wallet for its keys. Returns the first one; undefined if it refused or the attempt was canceled. */
export async function connectBitcoinWallet(wallet: BtcWallet): Promise<WalletPair | undefined> {
  const { name } = wallet;
  const own = ++attempt;
  stopListening?.();
  connection.write({ ...NONE, waitingFor: name });
  const answer = await wallet.connect();
  // A response to a canceled attempt is ignored.
  if (own !== attempt) return undefined;
  if (!answer.ok) {
    connection.write({ ...NONE, message: walletMessage(name, answer.fault) });
    return undefined;
  }
  const { pairs, network } = answer;
  const message = isMainnet(network)
    ? ''
    : `${name} is not on Bitcoin mainnet (${network}). Its key is the same there, its addresses are not.`;
  connection.write({ waitingFor: undefined, wallet: name, pairs, message });
  stopListening = wallet.onSwitch?.(() =>
    connection.write({
      ...connection.read(),
      message: `${name} switched to another account or network. Connect it again to use it.`,
    }),
  );
  return pairs[0];
}

/** Cancels an attempt to connect. */
export function cancelBitcoinConnection(): void {
  attempt++;
  connection.write(NONE);
}
