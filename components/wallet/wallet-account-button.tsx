'use client';

import { type ComponentType, useState } from 'react';
import { AnnouncedIcons } from './announced-icons';

type Picker = ComponentType<{ onAddress: (address: string) => void }>;

/** Connects a Solana wallet and passes on its address. The wallet code is loaded when the button is pressed. */
export function WalletAccountButton({ onAddress }: { onAddress: (address: string) => void }) {
  const [Picker, setPicker] = useState<Picker>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  if (Picker !== undefined) return <Picker onAddress={onAddress} />;
  return (
    <button
      type="button"
      className="control noscript:hidden"
      disabled={state === 'loading'}
      onClick={() => {
        setState('loading');
        import('./solana-wallet-picker').then(
          ({ SolanaWalletPicker }) => setPicker(() => SolanaWalletPicker),
          () => setState('failed'),
        );
      }}
    >
      <AnnouncedIcons chain="solana" />
      {state === 'loading'
        ? 'Loading…'
        : state === 'failed'
          ? 'Couldn’t load. Try again'
          : 'Connect Solana wallet'}
    </button>
  );
}
