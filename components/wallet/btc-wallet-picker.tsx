'use client';

import { useEffect, useRef, useState } from 'react';
import { type WalletPair, walletMessage } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { shorten } from '@/lib/dashboard/format';
import { useKeptFocus } from '../ui/a11y/use-kept-focus';
import { AnnouncedIcons } from './announced-icons';
import type { BtcWallet } from './btc-wallets';
import { WalletIcon } from './wallet-icon';

type Choice = { wallets: readonly BtcWallet[]; said: string };
type Filled = { wallet: BtcWallet; pair: WalletPair; others: readonly WalletPair[]; said: string };
type State =
  | { step: 'closed' | 'loading' }
  | ({ step: 'choose' } & Choice)
  | { step: 'waiting'; wallet: BtcWallet }
  | ({ step: 'filled' } & Filled);

const isMainnet = (network: string | undefined) =>
  network === undefined || /^(bitcoin_)?mainnet$/i.test(network);

/** Fills in a key and its address from a Bitcoin wallet, without signing. The code for wallets is loaded on click. */
export function BtcWalletPicker({ onPair }: { onPair: (pair: WalletPair) => void }) {
  const { state, choose, connect, cancel, pick } = useBtcWallet(onPair);
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(state, box);
  if (state.step === 'closed' || state.step === 'loading')
    return (
      <button type="button" className="control" onClick={() => void choose()}>
        <AnnouncedIcons chain="bitcoin" />
        Connect Bitcoin wallet
      </button>
    );
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="w-full rounded-md border border-line bg-raised px-4 py-3 text-sm outline-none"
      aria-live="polite"
    >
      {state.step === 'waiting' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="said">
            Waiting for {state.wallet.name}: allow the connection in its window. Satchel only requests
            addresses and public keys.
          </p>
          <button type="button" className="control" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {state.step === 'choose' && (
        <WalletChoice
          wallets={state.wallets}
          said={state.said}
          onConnect={(wallet) => void connect(wallet)}
          onLookAgain={() => void choose()}
        />
      )}
      {state.step === 'filled' && (
        <FilledIn
          {...state}
          onPick={(pair) => pick(state, pair)}
          onFillAgain={() => void connect(state.wallet)}
        />
      )}
    </div>
  );
}

/** Manages the picker's state: choosing a wallet, waiting for it, and using one of its pairs of key and address. */
function useBtcWallet(onPair: (pair: WalletPair) => void) {
  const [state, setState] = useState<State>({ step: 'closed' });
  const asked = useRef(0);
  const unlisten = useRef<() => void>(undefined);
  useEffect(() => () => unlisten.current?.(), []);

  const choose = async (said = '') => {
    setState({ step: 'loading' });
    const { findBtcWallets } = await import('./btc-wallets');
    setState({ step: 'choose', wallets: findBtcWallets(), said });
  };

  const connect = async (wallet: BtcWallet) => {
    const question = ++asked.current;
    setState({ step: 'waiting', wallet });
    const answer = await wallet.connect();
    if (question !== asked.current) return;
    if (!answer.ok) return choose(walletMessage(wallet.name, answer.fault));
    const [pair, ...others] = answer.pairs;
    if (pair === undefined) return choose(walletMessage(wallet.name, 'no-key'));
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

  /** Cancels the connection, so that a late response of the wallet is ignored. */
  const cancel = () => {
    asked.current++;
    void choose();
  };

  const pick = (filled: Filled, pair: WalletPair) => {
    onPair(pair);
    const others = [filled.pair, ...filled.others.filter((each) => each !== pair)];
    setState({ ...filled, step: 'filled', pair, others });
  };

  return { state, choose, connect, cancel, pick };
}

type ChoiceProps = Choice & { onConnect: (wallet: BtcWallet) => void; onLookAgain: () => void };

function WalletChoice({ wallets, said, onConnect, onLookAgain }: ChoiceProps) {
  return (
    <>
      {said !== '' && (
        <p role="alert" className="mb-2 text-bad">
          {said}
        </p>
      )}
      {wallets.length === 0 ? (
        <p className="said">
          No Bitcoin wallet was found in this browser. UniSat, OKX, Xverse, Leather, Phantom and every wallet
          that follows the Wallet Standard are listed here once they are installed; without one, paste the
          key.
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {wallets.map((wallet) => (
            <button key={wallet.name} type="button" className="control" onClick={() => onConnect(wallet)}>
              <WalletIcon icon={wallet.icon} />
              {wallet.name}
            </button>
          ))}
        </div>
      )}
      {wallets.length === 0 && (
        <button type="button" className="control mt-2" onClick={onLookAgain}>
          Look again
        </button>
      )}
    </>
  );
}

type FilledProps = Filled & { onPick: (pair: WalletPair) => void; onFillAgain: () => void };

/** The pair that was filled in, and buttons for the other pairs of the wallet. */
function FilledIn({ wallet, pair, others, said, onPick, onFillAgain }: FilledProps) {
  return (
    <>
      <p className="said">
        {/* “Read” for an x-only key (64 digits), because the visitor has to choose the full key first. */}
        {pair.publicKey.length === 64 ? 'Read' : 'Filled in'} from {wallet.name}:{' '}
        <span className="font-mono text-xs">{shorten(pair.address, 8, 6)}</span>
      </p>
      {said !== '' && <p className="said mt-1 text-caution">{said}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {others.map((other) => (
          <button
            key={`${other.publicKey} ${other.address}`}
            type="button"
            className="control"
            onClick={() => onPick(other)}
          >
            Use {shorten(other.address, 8, 6)} instead
            {other.publicKey.length === 64 ? ' (x-only key)' : ''}
          </button>
        ))}
        <button type="button" className="control" onClick={onFillAgain}>
          Fill in again
        </button>
      </div>
    </>
  );
}
