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
  const { wallet, publicKey, select, disconnect } = useWallet();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt, which has its own session.
  useEffect(() => {
    if (chosen !== undefined) select(chosen as WalletName);
  }, []);
  const name = wallet?.adapter.name;
  const icon = wallet?.adapter.icon;
  const address = publicKey?.toBase58();
  useEffect(() => {
    const account = name !== undefined && address !== undefined ? { wallet: name, icon, address } : undefined;
    reportAccount(account, () => void disconnect().catch(() => undefined));
  }, [name, icon, address, disconnect]);
  return null;
}
