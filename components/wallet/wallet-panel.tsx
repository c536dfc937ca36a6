'use client';

import { AddressText } from '../ui/address-text';
import { useAnnouncedWallets } from './announced-wallets';
import { NoSolanaWallet } from './no-solana-wallet';
import {
  type ConnectedAccount,
  cancelConnection,
  disconnectSolanaWallet,
  useSolanaConnection,
} from './solana-connection';
import { useSolanaWallets } from './use-solana-wallets';
import { WalletIcon } from './wallet-icon';
import { WalletList } from './wallet-list';

/** The connected wallet and what can be done with it, and the other wallets of this browser. */
export function WalletPanel() {
  const { account, waitingFor, message } = useSolanaConnection();
  const wallets = useAnnouncedWallets('solana');
  const { connect, open } = useSolanaWallets();
  const others = wallets.filter(({ name }) => name !== account?.wallet);
  return (
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
