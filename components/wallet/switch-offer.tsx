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
  if (account === undefined || !isSwitched || here === `/account/${account.address}`) return null;
  return (
    <div role="status" className="order-last flex w-full flex-wrap items-center gap-2 text-sm">
      <p>
        {account.wallet} switched to {shorten(account.address, 4, 4)}.
      </p>
      <button type="button" className="control" onClick={() => open(account.address)}>
        Show its holdings
      </button>
      <button type="button" className="control" onClick={acknowledgeSwitch}>
        Dismiss
      </button>
    </div>
  );
}
