'use client';

import type { ComponentProps } from 'react';
import { useScripted } from '../ui/a11y/use-scripted';
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

/** Links that open a page in the browser of a wallet's app (docs.phantom.com and docs.solflare.com, “Browse”). */
const APPS = [
  { name: 'Phantom', browse: 'https://phantom.app/ul/browse/' },
  { name: 'Solflare', browse: 'https://solflare.com/ul/v1/browse/' },
];

/** Whether this is a phone or tablet, where wallets are apps with a built-in browser. */
const isMobile = () => /android|iphone|ipad|ipod/i.test(navigator.userAgent);

/** What to do without a Solana wallet in this browser: open the page in a wallet's app, or install an extension. */
function NoSolanaWallet() {
  return useScripted() && isMobile() ? (
    <div className="flex flex-wrap gap-2">
      {APPS.map(({ name, browse }) => (
        <button
          key={name}
          type="button"
          className="control"
          onClick={() => {
            const page = encodeURIComponent(location.href);
            location.assign(`${browse}${page}?ref=${encodeURIComponent(location.origin)}`);
          }}
        >
          Open this page in {name}
        </button>
      ))}
    </div>
  ) : (
    <p>
      No Solana wallet was found in this browser. Install one from its own site, such as phantom.com,
      solflare.com or backpack.app, and reload this page, or paste an address.
    </p>
  );
}
