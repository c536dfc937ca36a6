'use client';

import { useEffect, useRef, useState } from 'react';
import { faultSentence, type WalletPair } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { shorten } from '@/lib/dashboard/format';
import { Icon } from '../ui/icon';
import type { BtcWallet } from './btc-wallets';

type State =
  | { step: 'closed' | 'loading' }
  | { step: 'choose'; wallets: BtcWallet[]; said: string }
  | { step: 'waiting'; wallet: BtcWallet }
  | { step: 'filled'; wallet: BtcWallet; pair: WalletPair; others: WalletPair[]; said: string };

const isMainnet = (network: string | undefined) =>
  network === undefined || /^(bitcoin_)?mainnet$/i.test(network);

/** Fills in a key and its address from a Bitcoin wallet. Its code comes when it is asked for; it signs nothing. */
export function BtcWalletPicker({ onPair }: { onPair: (pair: WalletPair) => void }) {
  const [state, setState] = useState<State>({ step: 'closed' });
  const unlisten = useRef<() => void>(undefined);
  useEffect(() => () => unlisten.current?.(), []);

  const choose = async (said = '') => {
    setState({ step: 'loading' });
    const { findBtcWallets } = await import('./btc-wallets');
    setState({ step: 'choose', wallets: findBtcWallets(), said });
  };

  const connect = async (wallet: BtcWallet) => {
    setState({ step: 'waiting', wallet });
    const answer = await wallet.connect();
    if (!answer.ok) return choose(faultSentence(wallet.name, answer.fault));
    const [pair, ...others] = answer.pairs;
    if (pair === undefined) return choose(faultSentence(wallet.name, 'no-key'));
    unlisten.current?.();
    unlisten.current = wallet.onSwitch?.(() =>
      setState((now) =>
        now.step === 'filled'
          ? {
              ...now,
              said: `${wallet.name} switched to another account or network. Fill in again to use it.`,
            }
          : now,
      ),
    );
    onPair(pair);
    setState({
      step: 'filled',
      wallet,
      pair,
      others,
      said: isMainnet(answer.network)
        ? ''
        : `${wallet.name} is not on Bitcoin mainnet (${answer.network}). Its key is the same there, its addresses are not.`,
    });
  };

  if (state.step === 'closed' || state.step === 'loading')
    return (
      <button type="button" className="control" onClick={() => void choose()}>
        <Icon name="wallet" />
        Fill in from a wallet
      </button>
    );
  return (
    <div className="w-full rounded-md border border-line bg-raised px-4 py-3 text-sm" aria-live="polite">
      {state.step === 'waiting' && (
        <p>
          Waiting for {state.wallet.name}: allow the connection in its window. It is asked for addresses and
          public keys alone.
        </p>
      )}
      {state.step === 'choose' && (
        <>
          {state.said !== '' && (
            <p role="alert" className="mb-2 text-bad">
              {state.said}
            </p>
          )}
          {state.wallets.length === 0 ? (
            <p>
              No Bitcoin wallet is in this browser. UniSat, OKX, Xverse, Leather and Wallet Standard wallets
              are found; or paste the key.
            </p>
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              {state.wallets.map((wallet) => (
                <button
                  key={wallet.name}
                  type="button"
                  className="control"
                  onClick={() => void connect(wallet)}
                >
                  {wallet.name}
                </button>
              ))}
            </div>
          )}
          {state.wallets.length === 0 && (
            <button type="button" className="control mt-2" onClick={() => void choose()}>
              Look again
            </button>
          )}
        </>
      )}
      {state.step === 'filled' && (
        <>
          <p>
            Filled in from {state.wallet.name}:{' '}
            <span className="font-mono text-xs">{shorten(state.pair.address, 8, 6)}</span>
          </p>
          {state.said !== '' && <p className="mt-1 text-caution">{state.said}</p>}
          <div className="mt-2 flex flex-wrap gap-2">
            {state.others.map((pair) => (
              <button
                key={`${pair.publicKey} ${pair.address}`}
                type="button"
                className="control"
                onClick={() => {
                  onPair(pair);
                  setState({
                    ...state,
                    pair,
                    others: [state.pair, ...state.others.filter((each) => each !== pair)],
                  });
                }}
              >
                Use {shorten(pair.address, 8, 6)} instead
                {pair.publicKey.length === 64 ? ' (x-only key)' : ''}
              </button>
            ))}
            <button type="button" className="control" onClick={() => void connect(state.wallet)}>
              Fill in again
            </button>
          </div>
        </>
      )}
    </div>
  );
}
