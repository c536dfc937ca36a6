'use client';

import type { Adapter, WalletName } from '@solana/wallet-adapter-base';
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { shorten } from '@/lib/dashboard/format';
import { onWalletsChange } from './announced-wallets';
import {
  acknowledgeSwitch,
  REMEMBERED_KEY,
  reportAccount,
  reportFailure,
  useSolanaConnection,
} from './solana-connection';
import { useSolanaWallets } from './use-solana-wallets';

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

/**
 * Passes the visitor's choice to the wallet adapter, and its account to `solana-connection`.
 * @param chosen name of the wallet to connect; undefined to only reconnect to the remembered one
 */
function SolanaWalletSession({ chosen }: { chosen: string | undefined }) {
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

/** Offers the account that the wallet switched to, unless its page is open. */
function SwitchOffer() {
  const { account, isSwitched } = useSolanaConnection();
  const { open } = useSolanaWallets();
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
          <button type="button" className="control" onClick={() => open(account.address)}>
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
