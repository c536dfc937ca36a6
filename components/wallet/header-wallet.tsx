'use client';

import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { shorten } from '@/lib/dashboard/format';
import { Popover } from '../ui/menu';
import { useLoaded } from '../ui/use-loaded';
import { reconnectSolanaWallet, reportFailure, useSolanaConnection } from './solana-connection';
import { WalletIcon } from './wallet-icon';

/**
 * The connected Solana wallet in the header of every page, or a button that shows the wallets of this browser. The
 * adapter is loaded when a wallet is connected, and the panel when it is opened.
 */
export function HeaderWallet() {
  const { account, isNeeded, attempt } = useSolanaConnection();
  const [Adapter, setAdapter] = useState<ComponentType>();
  const [Panel, onToggle] = useLoaded(async () => (await import('./wallet-panel')).WalletPanel);
  useEffect(reconnectSolanaWallet, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the adapter again if that failed.
  useEffect(() => {
    if (!isNeeded || Adapter !== undefined) return;
    import('./solana-wallet-provider').then(
      ({ SolanaWalletProvider }) => setAdapter(() => SolanaWalletProvider),
      reportFailure,
    );
  }, [isNeeded, attempt, Adapter]);
  return (
    <>
      {Adapter && (
        <AdapterBoundary key={attempt}>
          <Adapter />
        </AdapterBoundary>
      )}
      <span className="contents noscript:hidden">
        <Popover
          buttonClass="flex h-9 pointer-coarse:h-11 items-center gap-2 rounded-md px-2 text-muted text-sm hover:bg-sunken hover:text-ink"
          panelClass="w-80"
          onToggle={onToggle}
          label={
            <>
              <WalletIcon icon={account?.icon} />
              {account === undefined ? (
                <span className="sr-only">Solana wallet</span>
              ) : (
                <>
                  <span className="sr-only">Wallet {account.wallet}</span>
                  <span className="font-mono text-xs max-lg:sr-only">{shorten(account.address, 4, 4)}</span>
                </>
              )}
            </>
          }
        >
          <div className="min-h-16">{Panel && <Panel />}</div>
        </Popover>
      </span>
    </>
  );
}

/** Keeps the page if the adapter throws, as it does when an extension has announced an invalid wallet. */
class AdapterBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override componentDidCatch(error: unknown): void {
    reportFailure(error);
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
