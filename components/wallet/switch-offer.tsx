'use client';

import { usePathname } from 'next/navigation';
import { shorten } from '@/lib/dashboard/format';
import { acknowledgeSwitch, useSolanaConnection } from './solana-connection';
import { useSolanaWallets } from './use-solana-wallets';

/** Offers the account that the wallet switched to, unless its page is open. */
export function SwitchOffer() {
  const { account, isSwitched } = useSolanaConnection();
  const { open } = useSolanaWallets();
  const here = usePathname();
  const isOffered = account !== undefined && isSwitched && here !== `/account/${account.address}`;
  return (
    // Always rendered, because a live region that is added together with its text is not announced.
    <div
      role="status"
      className="order-last flex w-full flex-wrap items-center gap-2 text-sm empty:absolute empty:w-0"
    >
      {isOffered && (
        <>
          <p>
            {account.wallet} switched to {shorten(account.address, 4, 4)}.
          </p>
          <button type="button" className="control" onClick={() => open(account.address)}>
            Show its holdings
          </button>
          <button type="button" className="control" onClick={acknowledgeSwitch}>
            Dismiss
          </button>
        </>
      )}
    </div>
  );
}
