'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { WalletProvider } from '@solana/wallet-adapter-react';
import { useEffect } from 'react';
import { onWalletsChange } from './announced-wallets';
import { REMEMBERED_KEY, reportFailure, useSolanaConnection } from './solana-connection';
import { SolanaWalletSession } from './solana-wallet-session';
import { SwitchOffer } from './switch-offer';

/** No wallet-specific adapters: every wallet that follows the Wallet Standard appears by itself. */
const NO_ADAPTERS: Adapter[] = [];

/** The Solana wallet adapter, which connects to the chosen or remembered wallet, and offers the wallet's next account. */
export function SolanaWalletProvider() {
  const { waitingFor } = useSolanaConnection();
  // Registers the Solana views of wallets of several chains, which may be remembered.
  useEffect(() => onWalletsChange(() => undefined), []);
  return (
    <>
      <SwitchOffer />
      <WalletProvider
        wallets={NO_ADAPTERS}
        autoConnect
        localStorageKey={REMEMBERED_KEY}
        onError={reportFailure}
      >
        <SolanaWalletSession chosen={waitingFor} />
      </WalletProvider>
    </>
  );
}
