'use client';

import { type ComponentType, useState } from 'react';
import { Icon } from '../ui/icon';

/** Leads to the account of a Solana wallet. The wallet code is loaded when this is pressed, never before. */
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
      <Icon name="wallet" />
      {state === 'loading'
        ? 'Loading'
        : state === 'failed'
          ? 'Could not be loaded: try again'
          : 'Solana wallet'}
    </button>
  );
}
