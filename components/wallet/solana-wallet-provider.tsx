'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { WalletProvider } from '@solana/wallet-adapter-react';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { shorten } from '@/lib/dashboard/format';
import { onWalletsChange } from './announced-wallets';
import { acknowledgeSwitch, REMEMBERED_KEY, reportFailure, useSolanaConnection } from './solana-connection';
import { SolanaWalletSession } from './solana-wallet-session';
import { useOpenHoldings } from './use-open-holdings';

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

/** Offers the account that the wallet switched to, unless its page is open. */
function SwitchOffer() {
  const { account, isSwitched } = useSolanaConnection();
  const openHoldings = useOpenHoldings();
  const here = usePathname();
  const isOffered = account !== undefined && isSwitched && here !== `/account/${account.address}`;
  return (
    // Always rendered, because a live region that is added together with its text is not announced.
    <div
      role="status"
      className="order-last flex w-full flex-wrap items-center gap-2 text-sm empty:absolute empty:w-0"
    >
      {isOffered && (
        <>
          <p>
            {account.wallet} switched to {shorten(account.address, 4, 4)}.
          </p>
          <button type="button" className="control" onClick={() => openHoldings(account.address)}>
            Show its holdings
          </button>
          <button type="button" className="control" onClick={acknowledgeSwitch}>
            Dismiss
          </button>
        </>
      )}
    </div>
  );
}
