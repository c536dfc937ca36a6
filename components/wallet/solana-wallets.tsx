'use client';

import type { ComponentProps } from 'react';
import { NoSolanaWallet } from './no-solana-wallet';
import { cancelConnection, connectSolanaWallet, useSolanaConnection } from './solana-connection';
import { useOpenHoldings } from './use-open-holdings';
import { WalletList } from './wallet-list';

type Props = Pick<ComponentProps<typeof WalletList>, 'label' | 'caption' | 'wallets'> & {
  /** Called with the account's address before its page opens. */
  onAddress?: (address: string) => void;
};

/** Solana wallets of this browser. A click on one connects it and opens what it holds. */
export function SolanaWallets({ onAddress, ...list }: Props) {
  const { waitingFor, message } = useSolanaConnection();
  const openHoldings = useOpenHoldings();
  const connect = async (wallet: string) => {
    const address = await connectSolanaWallet(wallet);
    if (address === undefined) return;
    onAddress?.(address);
    openHoldings(address);
  };
  return (
    <WalletList
      {...list}
      waitingFor={waitingFor}
      message={message}
      onConnect={(wallet) => void connect(wallet)}
      onCancel={cancelConnection}
    >
      <NoSolanaWallet />
    </WalletList>
  );
}
