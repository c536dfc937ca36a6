'use client';

import { useState } from 'react';
import { type BitcoinView, bitcoinHref, readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import type { InternalPage } from '@/lib/dashboard/search/detected-input';
import { SearchBox } from '../search/search-box';
import { BitcoinWallets } from '../wallet/bitcoin-wallets';

type Props = { view: BitcoinView; defaultChain: number };

/** The search box and the Bitcoin wallets of this browser. A key is compared with the address in `view`, if any. */
export function BitcoinForm({ view, defaultChain }: Props) {
  const [filled, setFilled] = useState<{ text: string }>();
  const visit = ({ kind, value, href }: InternalPage) => {
    if (kind !== 'btc-key' && kind !== 'x-only-key') return href;
    // A pasted link has its own chain, and may have an address.
    const { chain, match } = readBitcoinView(new URLSearchParams(href.split('?')[1]), view.chain);
    return bitcoinHref(value, { chain, match: view.match || match }, defaultChain);
  };
  return (
    <SearchBox large placeholder="Key or address" visit={visit} filled={filled}>
      <input type="hidden" name="chain" value={view.chain} />
      <input type="hidden" name="match" value={view.match} />
      <div className="mt-3 noscript:hidden">
        <BitcoinWallets view={view} defaultChain={defaultChain} onKey={(text) => setFilled({ text })} />
      </div>
    </SearchBox>
  );
}
