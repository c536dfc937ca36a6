'use client';

import { useState } from 'react';
import type { WalletPair } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { shorten } from '@/lib/dashboard/format';
import { Popover } from '../ui/menu';
import { cancelBitcoinConnection, connectBitcoinWallet, useBitcoinConnection } from './bitcoin-connection';
import { useBtcWallets } from './btc-wallets';
import { WalletIcon } from './wallet-icon';
import { WalletList } from './wallet-list';
import { XOnlyChoice } from './x-only-choice';

const isXOnly = ({ publicKey }: WalletPair) => publicKey.length === 64;

/**
 * The Bitcoin wallets of this browser. A click on one reads its keys, without signing, and opens the page of the first.
 * @param onPair called with a full key and its address
 */
export function BitcoinWallets({ onPair }: { onPair: (pair: WalletPair) => void }) {
  const wallets = useBtcWallets();
  const { waitingFor, wallet, pairs, message } = useBitcoinConnection();
  const [xOnly, setXOnly] = useState<WalletPair>();
  const use = (pair: WalletPair) => {
    setXOnly(isXOnly(pair) ? pair : undefined);
    if (!isXOnly(pair)) onPair(pair);
  };
  const connect = async (name: string) => {
    const chosen = wallets.find((each) => each.name === name);
    const pair = chosen && (await connectBitcoinWallet(chosen));
    if (pair) use(pair);
  };
  return (
    <div className="grid gap-2">
      <WalletList
        label="Bitcoin wallets"
        caption="Bitcoin"
        wallets={wallets}
        waitingFor={waitingFor}
        message={message}
        onConnect={(name) => void connect(name)}
        onCancel={cancelBitcoinConnection}
      >
        <NoBitcoinWalletButton />
      </WalletList>
      {wallet !== undefined && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <p>From {wallet}:</p>
          {pairs.map((pair) => (
            <button
              key={`${pair.publicKey} ${pair.address}`}
              type="button"
              className="control"
              onClick={() => use(pair)}
            >
              {shorten(pair.address, 8, 6)}
              {isXOnly(pair) ? ' (x-only key)' : ''}
            </button>
          ))}
        </div>
      )}
      {/* Always rendered, because a live region that is added together with its text is not announced. */}
      <div role="status" className="empty:absolute">
        {xOnly && <XOnlyChoice pair={xOnly} onPick={use} />}
      </div>
    </div>
  );
}

function NoBitcoinWalletButton() {
  return (
    <Popover
      panelClass="w-80"
      label={
        <>
          <WalletIcon icon={undefined} />
          Connect Bitcoin wallet
        </>
      }
    >
      <p className="p-2 text-sm">
        No Bitcoin wallet was found in this browser. UniSat, OKX, Xverse, Leather, Phantom and every wallet
        that follows the Wallet Standard appear here once they are installed. Without one, paste the key.
      </p>
    </Popover>
  );
}
