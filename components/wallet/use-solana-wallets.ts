'use client';

import { accountHref, DEFAULT_CLUSTER } from '@/lib/dashboard/chains';
import { readChain } from '@/lib/dashboard/search-params';
import { useOpenLookUp } from '../search/use-open-look-up';
import { acknowledgeSwitch, connectSolanaWallet } from './solana-connection';

/** Returns the URL of an account's page, on the network of the current page. */
const holdingsHref = (address: string): string =>
  accountHref(
    address,
    location.pathname.startsWith('/account/')
      ? readChain(new URLSearchParams(location.search), DEFAULT_CLUSTER)
      : DEFAULT_CLUSTER,
  );

/** Returns functions that connect a wallet and open the page of its account. */
export function useSolanaWallets() {
  const openLookUp = useOpenLookUp();
  const open = (address: string) => {
    acknowledgeSwitch();
    openLookUp({ href: holdingsHref(address), label: 'Solana address', value: address });
  };
  const connect = async (wallet: string, onAddress?: (address: string) => void) => {
    const address = await connectSolanaWallet(wallet);
    if (address === undefined) return;
    onAddress?.(address);
    open(address);
  };
  return { open, connect };
}
