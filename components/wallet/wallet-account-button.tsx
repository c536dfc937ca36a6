'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { solanaWalletIcon } from './announced-wallets';
import { WalletIcon } from './wallet-icon';

/** Leads to the account of a Solana wallet. The wallet code is loaded when this is pressed, never before; the icon is what a wallet announces. */
export function WalletAccountButton() {
  const [Picker, setPicker] = useState<ComponentType>();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [icon, setIcon] = useState<unknown>();
  useEffect(() => setIcon(solanaWalletIcon()), []);
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
      <WalletIcon icon={icon} />
      {state === 'loading'
        ? 'Loading'
        : state === 'failed'
          ? 'Could not be loaded: try again'
          : 'Solana wallet'}
    </button>
  );
}
