'use client';

import { walletFault, walletMessage } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { readStored, writeStored } from '@/lib/dashboard/browser-storage';
import { createSharedValue } from './shared-value';

/** Key in `localStorage` under which the wallet adapter remembers the connected wallet. */
export const REMEMBERED_KEY = 'satchel.solana-wallet';

/** An account of a connected wallet, or none. */
export type ConnectedAccount = { wallet: string; icon: string | undefined; address: string };

/** The connection to a Solana wallet of this browser. At most one wallet is connected at a time. */
export type SolanaConnection = {
  /** Name of the wallet whose account was requested. */
  waitingFor: string | undefined;
  /** The connected account. It stays until another wallet has given one, or is disconnected. */
  account: ConnectedAccount | undefined;
  /** Whether the wallet switched to this account by itself. */
  isSwitched: boolean;
  /** Why the last attempt failed; empty if it did not. */
  message: string;
  /** Number of this attempt. Each attempt has its own adapter, so that a late response to an earlier one is ignored. */
  attempt: number;
  /** Whether the wallet adapter is needed, which is loaded on first use. */
  isNeeded: boolean;
};

const NONE: SolanaConnection = {
  waitingFor: undefined,
  account: undefined,
  isSwitched: false,
  message: '',
  attempt: 0,
  isNeeded: false,
};

const connection = createSharedValue(NONE);
let settle: (address: string | undefined) => void = () => undefined;
let disconnectWallet: () => void = () => undefined;
/** Whether the adapter of the current attempt is connected. */
let isConnected = false;

const change = (next: Partial<SolanaConnection>): void => connection.write({ ...connection.read(), ...next });

/** Returns the connection, and updates when it changes. */
export const useSolanaConnection = connection.useValue;

/**
 * Requests an account from a wallet.
 * @param wallet name of an announced wallet
 * @returns the account's address; undefined if the wallet refused or the attempt was canceled
 */
export function connectSolanaWallet(wallet: string): Promise<string | undefined> {
  const { account } = connection.read();
  if (account?.wallet === wallet) return Promise.resolve(account.address);
  beginAttempt({ waitingFor: wallet, isNeeded: true });
  return new Promise((resolve) => {
    settle = resolve;
  });
}

/** Cancels an attempt to connect. A wallet that was connected before stays connected. */
export const cancelConnection = (): void => beginAttempt({});

/** Disconnects the wallet, which is then no longer remembered. */
export function disconnectSolanaWallet(): void {
  disconnectWallet();
  beginAttempt({ account: undefined });
}

/** Connects to the remembered wallet again, if there is one. It opens no window of the wallet. */
export function reconnectSolanaWallet(): void {
  if (readStored(REMEMBERED_KEY) !== null) change({ isNeeded: true });
}

/** Ends the current attempt and replaces its adapter. A connected wallet stays, unless another one is requested. */
function beginAttempt(next: Partial<SolanaConnection>): void {
  settle(undefined);
  isConnected = false;
  const { isNeeded, attempt, account } = connection.read();
  const now = { ...NONE, isNeeded, account, attempt: attempt + 1, ...next };
  const remembered = now.waitingFor === undefined ? now.account?.wallet : undefined;
  // The next adapter connects to this wallet without a window. This is the adapter's own format.
  writeStored(REMEMBERED_KEY, remembered && JSON.stringify(remembered));
  connection.write(now);
}

/** Called by the adapter with the connected account, or undefined while it is not connected. */
export function reportAccount(account: ConnectedAccount | undefined, disconnect: () => void): void {
  if (account === undefined) {
    // An adapter that is not connected yet says nothing about the account before it.
    if (isConnected) change({ account, isSwitched: false });
    isConnected = false;
    return;
  }
  isConnected = true;
  disconnectWallet = disconnect;
  const before = connection.read().account;
  if (before?.wallet === account.wallet && before.address === account.address) return;
  change({ account, waitingFor: undefined, message: '', isSwitched: before?.wallet === account.wallet });
  settle(account.address);
}

/** Called by the adapter when it fails. A remembered wallet that can't be connected again is forgotten silently. */
export function reportFailure(error: unknown): void {
  const { waitingFor } = connection.read();
  if (waitingFor === undefined) {
    change({ account: undefined, isSwitched: false });
    return;
  }
  const isAccountMissing = error instanceof Error && error.name === 'WalletAccountError';
  beginAttempt({ message: walletMessage(waitingFor, isAccountMissing ? 'no-account' : walletFault(error)) });
}

/** Called when the visitor has accepted or dismissed the account that the wallet switched to. */
export const acknowledgeSwitch = (): void => change({ isSwitched: false });
