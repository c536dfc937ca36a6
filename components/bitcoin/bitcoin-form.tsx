'use client';

import { useState } from 'react';
import { isXOnlyKey, type WalletPair } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin-view';
import type { InternalPage } from '@/lib/dashboard/search/detected-input';
import { SearchBox } from '../search/search-box';
import { useOpenLookUp } from '../search/use-open-look-up';
import { BitcoinWallets } from '../wallet/bitcoin-wallets';

type Props = { view: BitcoinView; defaultChain: number };

/** The search box and the Bitcoin wallets of this browser. A key is compared with the address in `view`, if any. */
export function BitcoinForm({ view, defaultChain }: Props) {
  const openLookUp = useOpenLookUp();
  const [filled, setFilled] = useState<{ text: string }>();
  const visit = async ({ kind, value, href }: InternalPage) =>
    kind === 'btc-key' ? bitcoinHref(value, view, defaultChain) : href;
  const openPair = ({ publicKey, address }: WalletPair) => {
    // The search field would ask what an x-only key is, although its page is already opening.
    if (!isXOnlyKey(publicKey)) setFilled({ text: publicKey });
    const href = bitcoinHref(publicKey, { ...view, match: view.match || address }, defaultChain);
    openLookUp({ href, label: 'Bitcoin public key', value: publicKey });
  };
  return (
    <SearchBox large placeholder="Key or Bitcoin address" visit={visit} filled={filled}>
      <input type="hidden" name="chain" value={view.chain} />
      <div className="mt-3 noscript:hidden">
        <BitcoinWallets onPair={openPair} />
      </div>
    </SearchBox>
  );
}
