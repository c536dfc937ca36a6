'use client';

import { type ComponentType, useState } from 'react';
import { AnnouncedIcons } from './announced-icons';

type Picker = ComponentType<{ onAddress: (address: string) => void }>;

/** A button that connects a Solana wallet and passes its address to `onAddress`. A click loads the wallet code. */
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
