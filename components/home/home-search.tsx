'use client';

import { type ComponentProps, useState } from 'react';
import { SearchBox } from '../search/search-box';
import { Icon } from '../ui/icon';
import { Popover } from '../ui/menu';
import { useAnnouncedWallets } from '../wallet/announced-wallets';
import { BitcoinWallets } from '../wallet/bitcoin-wallets';
import { SolanaWallets } from '../wallet/solana-wallets';

type Props = Pick<ComponentProps<typeof SearchBox>, 'refused'> & { defaultChain: number };

/** The search field of the home page, and the wallets of this browser, whose page is one click away. */
export function HomeSearch({ refused, defaultChain }: Props) {
  const wallets = useAnnouncedWallets('solana');
  const [filled, setFilled] = useState<{ text: string }>();
  const fill = (text: string) => setFilled({ text });
  return (
    <>
      <SearchBox autoFocus large refused={refused} filled={filled} />
      <div className="mt-3 flex noscript:hidden flex-wrap items-start gap-2">
        {/* Without the icons, both buttons fit in one row of a phone. */}
        <div className="contents max-sm:[&_button_svg]:hidden">
          <SolanaWallets label="Solana wallets" caption="Solana" wallets={wallets} onAddress={fill} />
          <BitcoinWallets defaultChain={defaultChain} onKey={fill} />
        </div>
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
            <li>An EVM address (Ethereum and similar chains)</li>
            <li>A payment URI, or a link to an explorer or marketplace</li>
            <li>Text that contains one of these</li>
          </ul>
        </Popover>
      </div>
    </>
  );
}
