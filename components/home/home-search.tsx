'use client';

import Link from 'next/link';
import { type ComponentProps, useCallback, useState } from 'react';
import { SearchBox } from '../search/search-box';
import { Icon } from '../ui/icon';
import { Popover } from '../ui/menu';
import { AnnouncedIcons } from '../wallet/announced-icons';
import { WalletAccountButton } from '../wallet/wallet-account-button';

/** The search field of the home page, with buttons to fill in an address from a wallet. */
export function HomeSearch({ refused }: Pick<ComponentProps<typeof SearchBox>, 'refused'>) {
  const [filled, setFilled] = useState<{ text: string }>();
  const fill = useCallback((text: string) => setFilled({ text }), []);
  return (
    <>
      <SearchBox autoFocus large refused={refused} filled={filled} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <WalletAccountButton onAddress={fill} />
        <Link prefetch={false} href="/bitcoin" className="control">
          <AnnouncedIcons chain="bitcoin" />
          Connect Bitcoin wallet
        </Link>
        <Popover
          label={
            <>
              What can I paste?
              <Icon name="down" className="size-3.5 text-muted" />
            </>
          }
          panelClass="w-80"
        >
          <ul className="list-disc space-y-1 py-1 pr-2 pl-6 text-sm">
            <li>A Solana wallet, mint, token account or program</li>
            <li>A .sol name</li>
            <li>A Bitcoin public key or address</li>
            <li>An Ethereum address</li>
            <li>A payment URI, or a link to an explorer or marketplace</li>
            <li>Text that contains one of these</li>
          </ul>
        </Popover>
      </div>
    </>
  );
}
