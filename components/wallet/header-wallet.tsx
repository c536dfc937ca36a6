'use client';

import { usePathname } from 'next/navigation';
import { type ComponentType, useEffect, useState } from 'react';
import { shorten } from '@/lib/dashboard/format';
import { AddressText } from '../ui/address-text';
import { Popover } from '../ui/menu';
import { useAnnouncedWallets } from './announced-wallets';
import { NoSolanaWallet } from './no-solana-wallet';
import {
  acknowledgeSwitch,
  type ConnectedAccount,
  cancelConnection,
  disconnectSolanaWallet,
  reconnectSolanaWallet,
  reportFailure,
  useSolanaConnection,
} from './solana-connection';
import { useSolanaWallets } from './use-solana-wallets';
import { WalletIcon } from './wallet-icon';
import { WalletList } from './wallet-list';

/** The connected Solana wallet in the header of every page, or the wallets that can be connected. */
export function HeaderWallet() {
  const { account, isSwitched, waitingFor, message, isNeeded, attempt } = useSolanaConnection();
  const Adapter = useAdapter(isNeeded, attempt);
  const wallets = useAnnouncedWallets('solana');
  const { connect, open } = useSolanaWallets();
  useEffect(reconnectSolanaWallet, []);
  const others = wallets.filter(({ name }) => name !== account?.wallet);
  return (
    <>
      {Adapter && <Adapter />}
      <span className="contents noscript:hidden">
        <Popover
          buttonClass="flex h-9 pointer-coarse:h-11 items-center gap-2 rounded-md px-2 text-muted text-sm hover:bg-sunken hover:text-ink"
          panelClass="w-80"
          label={
            <>
              <WalletIcon icon={account?.icon} />
              {account === undefined ? (
                <span className="sr-only">Solana wallet</span>
              ) : (
                <>
                  <span className="sr-only">Wallet {account.wallet}</span>
                  <span className="font-mono text-xs max-lg:sr-only">{shorten(account.address, 4, 4)}</span>
                </>
              )}
            </>
          }
        >
          <div className="grid gap-2 p-1.5 text-sm">
            {account && <Account account={account} onOpen={() => open(account.address)} />}
            {(account === undefined || others.length > 0) && (
              <>
                <p className="text-muted text-xs">{account ? 'Switch wallet' : 'Connect a Solana wallet'}</p>
                <WalletList
                  label={account ? 'Other wallets' : 'Wallets'}
                  wallets={others}
                  waitingFor={waitingFor}
                  message={message}
                  onConnect={(wallet) => void connect(wallet)}
                  onCancel={cancelConnection}
                >
                  <NoSolanaWallet />
                </WalletList>
              </>
            )}
          </div>
        </Popover>
      </span>
      {account && isSwitched && <SwitchOffer account={account} onOpen={() => open(account.address)} />}
    </>
  );
}

type AccountProps = { account: ConnectedAccount; onOpen: () => void };

/** The connected account, and what can be done with it. */
function Account({ account: { wallet, icon, address }, onOpen }: AccountProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <WalletIcon icon={icon} />
        <span className="font-medium">{wallet}</span>
        <AddressText address={address} what="wallet address" />
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="control control-primary"
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
            onOpen();
          }}
        >
          My holdings
        </button>
        <button type="button" className="control" onClick={disconnectSolanaWallet}>
          Disconnect
        </button>
      </div>
    </>
  );
}

/** Offers the account that the wallet switched to, unless its page is open. */
function SwitchOffer({ account: { wallet, address }, onOpen }: AccountProps) {
  if (usePathname() === `/account/${address}`) return null;
  return (
    <div role="status" className="order-last flex w-full flex-wrap items-center gap-2 text-sm">
      <p>
        {wallet} switched to {shorten(address, 4, 4)}.
      </p>
      <button type="button" className="control" onClick={onOpen}>
        Show its holdings
      </button>
      <button type="button" className="control" onClick={acknowledgeSwitch}>
        Dismiss
      </button>
    </div>
  );
}

/** Loads the wallet adapter when it is needed for the first time; after a failure, with the next attempt to connect. */
function useAdapter(isNeeded: boolean, attempt: number): ComponentType | undefined {
  const [Adapter, setAdapter] = useState<ComponentType>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the adapter again if that failed.
  useEffect(() => {
    if (!isNeeded || Adapter !== undefined) return;
    import('./solana-wallet-provider').then(
      ({ SolanaWalletProvider }) => setAdapter(() => SolanaWalletProvider),
      reportFailure,
    );
  }, [isNeeded, attempt, Adapter]);
  return Adapter;
}
