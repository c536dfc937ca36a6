'use client';

import { walletFault, walletMessage } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { createStore } from './store';

/** Key in `localStorage` under which the wallet adapter remembers the connected wallet. */
export const REMEMBERED_KEY = 'satchel.solana-wallet';

/** An account of a connected wallet, or none. */
export type ConnectedAccount = { wallet: string; icon: string | undefined; address: string };

/** The connection to a Solana wallet of this browser. At most one wallet is connected at a time. */
export type SolanaConnection = {
  /** Name of the wallet whose account was requested. */
  waitingFor: string | undefined;
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

const connection = createStore(NONE);
let settle: (address: string | undefined) => void = () => undefined;
let disconnectWallet: () => void = () => undefined;

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

/** Cancels an attempt to connect. */
export const cancelConnection = (): void => beginAttempt({});

/** Disconnects the wallet, which is then no longer remembered. */
export function disconnectSolanaWallet(): void {
  disconnectWallet();
  beginAttempt({});
}

/** Connects to the remembered wallet again, if there is one. It opens no window of the wallet. */
export function reconnectSolanaWallet(): void {
  try {
    if (localStorage.getItem(REMEMBERED_KEY) !== null) change({ isNeeded: true });
  } catch {}
}

/** Ends the current attempt, forgets its wallet, and replaces its adapter. */
function beginAttempt(next: Partial<SolanaConnection>): void {
  settle(undefined);
  disconnectWallet = () => undefined;
  try {
    localStorage.removeItem(REMEMBERED_KEY);
  } catch {}
  const { isNeeded, attempt } = connection.read();
  change({ ...NONE, isNeeded, attempt: attempt + 1, ...next });
}

/** Called by the adapter with the connected account, or undefined when it is disconnected. */
export function reportAccount(account: ConnectedAccount | undefined, disconnect: () => void): void {
  disconnectWallet = disconnect;
  const before = connection.read().account;
  if (account === undefined) {
    if (before !== undefined) change({ account, isSwitched: false });
    return;
  }
  if (before?.wallet === account.wallet && before.address === account.address) return;
  change({ account, waitingFor: undefined, message: '', isSwitched: before?.wallet === account.wallet });
  settle(account.address);
}

/** Called by the adapter when it fails. Failures to reconnect to a remembered wallet are ignored. */
export function reportFailure(error: unknown): void {
  const { waitingFor } = connection.read();
  if (waitingFor === undefined) return;
  const isAccountMissing = error instanceof Error && error.name === 'WalletAccountError';
  const message = walletMessage(waitingFor, isAccountMissing ? 'no-account' : walletFault(error));
  change({ waitingFor: undefined, message });
  settle(undefined);
}

/** Called when the visitor has accepted or dismissed the account that the wallet switched to. */
export const acknowledgeSwitch = (): void => change({ isSwitched: false });
