'use client';

import { accountHref } from '@/lib/dashboard/chains';
import { networkOfPage } from '@/lib/dashboard/search-params';
import { useOpenLookUp } from '../search/use-open-look-up';
import { acknowledgeSwitch } from './solana-connection';

/** Returns a function that opens the page of a wallet's account. */
export function useOpenHoldings() {
  const openLookUp = useOpenLookUp();
  return (address: string) => {
    acknowledgeSwitch();
    openLookUp({ href: accountHref(address, networkOfPage()), label: 'Solana address', value: address });
  };
}
