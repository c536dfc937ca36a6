'use client';

import { useState } from 'react';
import { bitcoinHref } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { rememberPairing } from '@/lib/dashboard/bitcoin/remember-pairing';
import type { WalletPair } from '@/lib/dashboard/bitcoin/wallet-pairs';
import type { InternalPage } from '@/lib/dashboard/search/detected-input';
import { SearchBox } from '../search/search-box';
import { BtcWalletPicker } from '../wallet/btc-wallet-picker';
import { REMEMBER_HINT, RememberSwitch } from './remember/remember-switch';
import { XOnlyChoice } from './x-only-choice';

type Props = {
  /** The chain with which a key is recorded. */
  chain: number;
  defaultChain: number;
};

/** The search box, which a Bitcoin wallet can fill in, and the switch that records a key. */
export function BitcoinForm({ chain, defaultChain }: Props) {
  const [filled, setFilled] = useState<{ text: string; pair: WalletPair }>();
  const [xOnly, setXOnly] = useState<WalletPair>();
  const [isRemembered, setRemembered] = useState(false);
  const [failure, setFailure] = useState<string>();
  const fill = (pair: WalletPair) => {
    if (pair.publicKey.length === 64) return setXOnly(pair);
    setXOnly(undefined);
    setFilled({ text: pair.publicKey, pair });
  };
  const visit = async ({ kind, value, href }: InternalPage) => {
    if (kind !== 'btc-key') return href;
    const match = filled?.pair.publicKey === value ? filled.pair.address : '';
    const why = isRemembered ? await rememberPairing(value, match, chain) : undefined;
    setFailure(why);
    return why === undefined ? bitcoinHref(value, { chain, match }, defaultChain) : undefined;
  };
  return (
    <SearchBox large inline visit={visit} filled={filled}>
      <input type="hidden" name="chain" value={chain} />
      <div className="mt-3 grid justify-items-start gap-3">
        <BtcWalletPicker onPair={fill} />
        {xOnly && <XOnlyChoice pair={xOnly} onPick={fill} />}
        <RememberSwitch checked={isRemembered} onChange={setRemembered} failure={failure}>
          {REMEMBER_HINT}
        </RememberSwitch>
      </div>
    </SearchBox>
  );
}
