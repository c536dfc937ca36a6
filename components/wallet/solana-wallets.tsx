'use client';

import { useAnnouncedWallets } from './announced-wallets';
import { NoSolanaWallet } from './no-solana-wallet';
import { cancelConnection, useSolanaConnection } from './solana-connection';
import { useSolanaWallets } from './use-solana-wallets';
import { WalletList } from './wallet-list';

/**
 * The Solana wallets of this browser. A click on one connects it and opens what it holds.
 * @param onAddress called with the account's address before its page opens
 */
export function SolanaWallets({ onAddress }: { onAddress?: (address: string) => void }) {
  const wallets = useAnnouncedWallets('solana');
  const { waitingFor, message } = useSolanaConnection();
  const { connect } = useSolanaWallets();
  return (
    <WalletList
      label="Solana wallets"
      caption="Solana"
      wallets={wallets}
      waitingFor={waitingFor}
      message={message}
      onConnect={(wallet) => void connect(wallet, onAddress)}
      onCancel={cancelConnection}
    >
      <NoSolanaWallet />
    </WalletList>
  );
}
