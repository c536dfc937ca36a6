'use client';

import type { Wallet } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import { useEffect, useRef, useState } from 'react';
import { walletFault, walletMessage } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { useKeptFocus } from '../ui/a11y/use-kept-focus';
import { AddressText } from '../ui/address-text';
import { useAnnouncedWallets } from './announced-wallets';
import { WalletIcon } from './wallet-icon';

type SolanaWallet = Omit<Wallet, 'features'> & {
  features: StandardConnectFeature & Partial<StandardEventsFeature & StandardDisconnectFeature>;
};

type State =
  | { step: 'choose'; message: string }
  | { step: 'waiting'; wallet: SolanaWallet }
  | { step: 'connected'; wallet: SolanaWallet; address: string; switched: boolean };

const isSolanaWallet = (wallet: Wallet): wallet is Wallet & SolanaWallet =>
  'standard:connect' in wallet.features;

/** Returns the address of a wallet's first Solana account; undefined if it has accounts only on other chains. */
const addressOf = ({ accounts }: SolanaWallet) =>
  accounts.find(({ chains }) => chains.some((chain) => chain.startsWith('solana:')))?.address;

/**
 * Lists the Solana wallets in this browser and reads the address of the selected one. Nothing is signed or stored.
 * @param onAddress called with the address, and again if the wallet switches to another account
 */
export function SolanaWalletPicker({ onAddress }: { onAddress: (address: string) => void }) {
  const wallets = useAnnouncedWallets('solana').filter(isSolanaWallet);
  const { state, connect, cancel, disconnect } = useSolanaWallet();
  const box = useRef<HTMLDivElement>(null);
  // The picker replaces the focused button, so it takes the focus.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  useKeptFocus(state, box);
  const address = state.step === 'connected' ? state.address : undefined;
  useEffect(() => {
    if (address !== undefined) onAddress(address);
  }, [address, onAddress]);

  return (
    <div
      ref={box}
      tabIndex={-1}
      className="w-full rounded-md border border-line bg-raised px-4 py-3 text-sm outline-none"
      aria-live="polite"
    >
      {state.step === 'connected' && <Connected {...state} onDisconnect={() => disconnect(state.wallet)} />}
      {state.step === 'waiting' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>Waiting for {state.wallet.name}: allow the connection in its window. Nothing is signed.</p>
          <button type="button" className="control" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {state.step === 'choose' && (
        <>
          {state.message !== '' && (
            <p role="alert" className="mb-2 text-bad">
              {state.message}
            </p>
          )}
          {wallets.length === 0 ? (
            <p>No Solana wallet was found in this browser. Paste an address instead.</p>
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              {wallets.map((wallet) => (
                <button
                  key={wallet.name}
                  type="button"
                  className="control"
                  onClick={() => void connect(wallet)}
                >
                  <WalletIcon icon={wallet.icon} />
                  {wallet.name}
                </button>
              ))}
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** Manages the picker's state: choosing a wallet, waiting for it, and its address, which changes with its account. */
function useSolanaWallet() {
  const [state, setState] = useState<State>({ step: 'choose', message: '' });
  const attempt = useRef(0);

  const connect = async (wallet: SolanaWallet) => {
    const own = ++attempt.current;
    setState({ step: 'waiting', wallet });
    let next: State;
    try {
      if (wallet.accounts.length === 0) await wallet.features['standard:connect'].connect();
      next = connectedState(wallet, addressOf(wallet), false);
    } catch (thrown) {
      next = { step: 'choose', message: walletMessage(wallet.name, walletFault(thrown)) };
    }
    // The result of a canceled attempt is ignored.
    if (own === attempt.current) setState(next);
  };

  const cancel = () => {
    attempt.current++;
    setState({ step: 'choose', message: '' });
  };

  const disconnect = (wallet: SolanaWallet) => {
    cancel();
    wallet.features['standard:disconnect']?.disconnect().catch(() => undefined);
  };

  const connected = state.step === 'connected' ? state.wallet : undefined;
  useEffect(
    () =>
      connected?.features['standard:events']?.on('change', () =>
        setState((now) => {
          if (now.step !== 'connected') return now;
          const address = addressOf(connected);
          return address === now.address ? now : connectedState(connected, address, true);
        }),
      ),
    [connected],
  );

  return { state, connect, cancel, disconnect };
}

const connectedState = (wallet: SolanaWallet, address: string | undefined, switched: boolean): State =>
  address === undefined
    ? { step: 'choose', message: walletMessage(wallet.name, 'no-account') }
    : { step: 'connected', wallet, address, switched };

type ConnectedProps = { wallet: SolanaWallet; address: string; switched: boolean; onDisconnect: () => void };

function Connected({ wallet, address, switched, onDisconnect }: ConnectedProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>
        {switched ? `${wallet.name} switched to another account: ` : `Filled in from ${wallet.name}: `}
        <AddressText address={address} what="wallet address" />
      </p>
      <button type="button" className="control" onClick={onDisconnect}>
        Disconnect
      </button>
    </div>
  );
}
