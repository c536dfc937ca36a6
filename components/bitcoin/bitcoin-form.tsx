'use client';

import { useRef, useState } from 'react';
import { rememberPairing } from '@/lib/dashboard/bitcoin/remember-pairing';
import type { WalletPair } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { bitcoinHref } from '@/lib/dashboard/bitcoin-view';
import type { InternalPage } from '@/lib/dashboard/search/detected-input';
import { SearchBox } from '../search/search-box';
import { useOpenLookUp } from '../search/use-open-look-up';
import { BitcoinWallets } from '../wallet/bitcoin-wallets';
import { REMEMBER_HINT, RememberSwitch } from './remember/remember-switch';

type Props = {
  /** The chain with which a key is recorded. */
  chain: number;
  defaultChain: number;
};

/** The search box, the Bitcoin wallets of this browser, and the switch that records a key. */
export function BitcoinForm({ chain, defaultChain }: Props) {
  const openLookUp = useOpenLookUp();
  const [filled, setFilled] = useState<{ text: string }>();
  const [isRemembered, setRemembered] = useState(false);
  /** The switch as it is when a wallet answers, which may be long after the click on the wallet. */
  const isRememberedNow = useRef(false);
  const remember = (checked: boolean) => {
    setRemembered(checked);
    isRememberedNow.current = checked;
  };
  const [failure, setFailure] = useState<string>();
  /** Returns the URL of a key's page after recording the key; undefined if it could not be recorded. */
  const hrefOfKey = async (publicKey: string, match: string) => {
    const why = isRememberedNow.current ? await rememberPairing(publicKey, match, chain) : undefined;
    setFailure(why);
    return why === undefined ? bitcoinHref(publicKey, { chain, match }, defaultChain) : undefined;
  };
  const visit = async ({ kind, value, href }: InternalPage) =>
    kind === 'btc-key' ? hrefOfKey(value, '') : href;
  const openPair = async ({ publicKey, address }: WalletPair) => {
    setFilled({ text: publicKey });
    const href = await hrefOfKey(publicKey, address);
    if (href !== undefined) openLookUp({ href, label: 'Bitcoin public key', value: publicKey });
  };
  return (
    <SearchBox large inline visit={visit} filled={filled}>
      <input type="hidden" name="chain" value={chain} />
      <div className="mt-3 grid justify-items-start gap-3">
        <div className="noscript:hidden">
          <BitcoinWallets onPair={(pair) => void openPair(pair)} />
        </div>
        <RememberSwitch checked={isRemembered} onChange={remember} failure={failure}>
          {REMEMBER_HINT}
        </RememberSwitch>
      </div>
    </SearchBox>
  );
}
