'use client';

import { AddressText } from '../ui/address-text';
import { useAnnouncedWallets } from './announced-wallets';
import { type ConnectedAccount, disconnectSolanaWallet, useSolanaConnection } from './solana-connection';
import { SolanaWallets } from './solana-wallets';
import { useOpenHoldings } from './use-open-holdings';
import { WalletIcon } from './wallet-icon';

/** The connected wallet and what can be done with it, and the other wallets of this browser. */
export function WalletPanel() {
  const { account } = useSolanaConnection();
  const wallets = useAnnouncedWallets('solana');
  const openHoldings = useOpenHoldings();
  const others = wallets.filter(({ name }) => name !== account?.wallet);
  return (
    <div className="grid gap-2 p-1.5 text-sm">
      {account && <Account account={account} onOpen={() => openHoldings(account.address)} />}
      {(account === undefined || others.length > 0) && (
        <>
          <p className="text-muted text-xs">{account ? 'Switch wallet' : 'Connect a Solana wallet'}</p>
          <SolanaWallets label={account ? 'Other wallets' : 'Wallets'} wallets={others} />
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
