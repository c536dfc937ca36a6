'use client';

import type { WalletName } from '@solana/wallet-adapter-base';
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { faultSentence, walletFault } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { addRecent } from '@/lib/dashboard/search/recents';
import { AddressText } from '../ui/address-text';
import { useKeptFocus } from '../ui/reach/use-kept-focus';
import { WalletIcon } from './wallet-icon';

/** The Solana wallets of this browser, found by themselves through the Wallet Standard. Nothing is signed. */
export function SolanaWalletPicker() {
  const [said, setSaid] = useState('');
  // A wallet that never answers would keep the provider waiting: a new one has nothing to wait for.
  const [attempt, setAttempt] = useState(0);
  return (
    // No list of adapters: Wallet Standard wallets announce themselves. Nothing is remembered or connected unasked.
    <WalletProvider
      key={attempt}
      wallets={[]}
      autoConnect={false}
      localStorageKey="satchel.solana-wallet"
      onError={(error, adapter) =>
        setSaid(
          faultSentence(
            adapter?.name ?? 'The wallet',
            walletFault(('error' in error && error.error) || error),
          ),
        )
      }
    >
      <Picker said={said} clear={() => setSaid('')} startAnew={() => setAttempt(attempt + 1)} />
    </WalletProvider>
  );
}

type PickerProps = { said: string; clear: () => void; startAnew: () => void };

function Picker({ said, clear, startAnew }: PickerProps) {
  const { wallets, wallet, select, connect, connected, connecting, publicKey, disconnect } = useWallet();
  const [chosen, setChosen] = useState<WalletName | null>(null);
  const before = useRef<string>(undefined);
  const [switched, setSwitched] = useState(false);
  const address = publicKey?.toBase58();
  const box = useRef<HTMLDivElement>(null);
  // It stands where the button was that opened it.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  useKeptFocus(`${said} ${connected} ${connecting} ${wallets.length}`, box);

  // `select` takes effect with the next render: then the wallet that was chosen is connected.
  useEffect(() => {
    if (chosen === null || wallet?.adapter.name !== chosen || connected || connecting) return;
    setChosen(null);
    // A refusal arrives at `onError`.
    connect().catch(() => undefined);
  }, [chosen, wallet, connected, connecting, connect]);
  useEffect(() => {
    if (address === undefined) return;
    setSwitched(before.current !== undefined && before.current !== address);
    before.current = address;
  }, [address]);

  return (
    <div
      ref={box}
      tabIndex={-1}
      className="w-full rounded-md border border-line bg-raised px-4 py-3 text-sm outline-none"
      aria-live="polite"
    >
      {said !== '' && !connected && (
        <p role="alert" className="mb-2 text-bad">
          {said}
        </p>
      )}
      {connected && address !== undefined ? (
        <>
          <p>
            {switched ? `${wallet?.adapter.name} switched to another account: ` : `${wallet?.adapter.name}: `}
            <AddressText address={address} what="wallet address" />
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Link
              prefetch={false}
              href={`/account/${address}`}
              className="control control-primary"
              onClick={() =>
                addRecent({ href: `/account/${address}`, label: 'Solana wallet', value: address })
              }
            >
              Show this account
            </Link>
            <button type="button" className="control" onClick={() => void disconnect()}>
              Disconnect
            </button>
          </div>
        </>
      ) : connecting ? (
        <Waiting
          name={wallet?.adapter.name ?? 'the wallet'}
          onCancel={() => {
            select(null);
            startAnew();
          }}
        />
      ) : wallets.length === 0 ? (
        <p>No Solana wallet was found in this browser. Paste an address instead.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {wallets.map(({ adapter }) => (
            <button
              key={adapter.name}
              type="button"
              className="control"
              onClick={() => {
                clear();
                setChosen(adapter.name);
                select(adapter.name);
              }}
            >
              <WalletIcon icon={adapter.icon} />
              {adapter.name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Waiting({ name, onCancel }: { name: string; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>Waiting for {name}: allow the connection in its window. Nothing is signed.</p>
      <button type="button" className="control" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
