'use client';

import type { WalletName } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useEffect } from 'react';
import { reportAccount } from './solana-connection';

/**
 * Passes the visitor's choice to the wallet adapter, and its account to `solana-connection`.
 * @param chosen name of the wallet to connect; undefined to only reconnect to the remembered one
 */
export function SolanaWalletSession({ chosen }: { chosen: string | undefined }) {
  const { wallet, publicKey, select } = useWallet();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt, which has its own session.
  useEffect(() => {
    if (chosen !== undefined) select(chosen as WalletName);
  }, []);
  const adapter = wallet?.adapter;
  const address = publicKey?.toBase58();
  useEffect(() => {
    const account = adapter && address ? { wallet: adapter.name, icon: adapter.icon, address } : undefined;
    const disconnect = adapter?.disconnect.bind(adapter);
    reportAccount(account, () => void disconnect?.().catch(() => undefined));
  }, [adapter, address]);
  useEffect(() => {
    if (adapter === undefined) return;
    return () => {
      // A request that is refused after its attempt has ended would otherwise disconnect the wallet.
      adapter.disconnect = async () => undefined;
    };
  }, [adapter]);
  return null;
}
