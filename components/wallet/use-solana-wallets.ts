'use client';

import { accountHref } from '@/lib/dashboard/chains';
import { networkOfPage } from '@/lib/dashboard/search-params';
import { useOpenLookUp } from '../search/use-open-look-up';
import { acknowledgeSwitch, connectSolanaWallet } from './solana-connection';

/** Returns functions that connect a wallet and open the page of its account. */
export function useSolanaWallets() {
  const openLookUp = useOpenLookUp();
  const open = (address: string) => {
    acknowledgeSwitch();
    openLookUp({ href: accountHref(address, networkOfPage()), label: 'Solana address', value: address });
  };
  const connect = async (wallet: string, onAddress?: (address: string) => void) => {
    const address = await connectSolanaWallet(wallet);
    if (address === undefined) return;
    onAddress?.(address);
    open(address);
  };
  return { open, connect };
}
