'use client';

import { type ComponentType, useState } from 'react';
import { AnnouncedIcons } from './announced-icons';

/** Leads to the account of a Solana wallet. The wallet code is loaded when this is pressed, never before; its icons are those that wallets announce. */
export function WalletAccountButton() {
  const [Picker, setPicker] = useState<ComponentType>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  if (Picker !== undefined) return <Picker />;
  return (
    <button
      type="button"
      className="control"
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
        ? 'Loading'
        : state === 'failed'
          ? 'Could not be loaded: try again'
          : 'Solana wallet'}
    </button>
  );
}
