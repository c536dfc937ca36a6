import type { ReactNode } from 'react';
import { LabelButton } from '@/components/labels/label-button';
import { LabelText } from '@/components/labels/label-text';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { EXPLAINS } from '@/components/ui/explanation';
import { Icon } from '@/components/ui/icon';
import { Identicon } from '@/components/ui/identicon';
import { NetworkMenu } from '@/components/ui/networks';
import type { AccountTotals as Head } from '@/lib/dashboard/account/rows';
import { accountHref, clusterLabel, clusterName } from '@/lib/dashboard/chains';
import { shorten } from '@/lib/dashboard/format';
import { SummaryLine } from './summary-line';

/** What the header is about. */
export type Heading = {
  /** The address or `.sol` name in the page's URL. */
  addressOrName: string;
  /** The primary `.sol` name of the address, or the name of a known program. */
  primaryName?: string | null;
  chain: number;
  /** Type of account, such as “Token mint”; a wallet by default. */
  kindTitle?: string | undefined;
  /** Heading instead of the address. */
  title?: ReactNode;
};

type Props = Heading & {
  head: Head | undefined;
  /** Whether loading has ended. Without `head`, the account then could not be read, and no numbers are shown. */
  over: boolean;
  /** Whether to show what the account holds. */
  hasHoldings?: boolean;
  /** Facts about an account that is not a wallet. */
  kind?: ReactNode;
  /** What the lists contain. */
  summary?: ReactNode;
  share?: ReactNode;
};

/** Header of an account page: address, network, balance and counts. */
export function AccountHead({
  addressOrName,
  primaryName = null,
  chain,
  head,
  over,
  kindTitle,
  title,
  hasHoldings = true,
  kind,
  summary,
  share,
}: Props) {
  const address = head?.address ?? addressOrName;
  return (
    <header>
      <div className={`flex flex-wrap justify-between gap-2 ${title ? 'items-start' : 'items-center'}`}>
        {title || (
          <AccountTitle
            {...{ address, chain }}
            name={addressOrName === address ? primaryName : addressOrName}
            kind={kindTitle ?? 'Solana wallet'}
          />
        )}
        <p className="hidden text-sm print:block">Network: {clusterLabel(chain)}</p>
        <div className="flex items-center gap-2 max-sm:gap-1">
          <NetworkMenu addressOrName={addressOrName} chain={chain} />
          {share}
        </div>
      </div>
      {hasHoldings && (head !== undefined || !over) && <SummaryLine {...{ head, chain }} />}
      {!hasHoldings && !title && (
        // Wider windows show the network in its menu.
        <p className="mt-1 text-muted text-sm sm:hidden print:hidden">{clusterName(chain)}</p>
      )}
      {summary}
      {kind && <div className="mt-2 flex flex-wrap items-start gap-2 max-sm:flex-col">{kind}</div>}
    </header>
  );
}

function AccountTitle({
  name,
  address,
  chain,
  kind,
}: {
  /** The name of the address; null if it has no name. */
  name: string | null;
  address: string;
  chain: number;
  kind: string;
}) {
  const short = shorten(address, 6, 6);
  const isNamed = name !== null;
  return (
    <div className={`flex min-w-0 items-center gap-2.5 max-sm:gap-1.5 ${isNamed ? 'flex-1' : ''}`}>
      <Identicon address={address} className="size-9 max-sm:hidden" />
      <h1
        className={`min-w-0 font-medium font-mono text-lg [overflow-wrap:anywhere] ${isNamed ? 'max-sm:text-base' : ''}`}
      >
        <span className="sr-only">{kind} </span>
        <LabelText address={address} />
        {isNamed ? <span className="font-sans">{name} </span> : null}
        <span
          aria-hidden="true"
          title={address}
          className={`short-address ${isNamed ? 'font-mono text-muted text-sm' : ''}`}
        >
          {short}
        </span>
        <span className="sr-only">{address}</span>
      </h1>
      <span className="flex items-center">
        <button
          type="button"
          {...EXPLAINS}
          title={address}
          aria-label="Show the full address"
          className="icon-button noscript:hidden"
        >
          <Icon name="down" className="size-3.5" />
        </button>
        <CopyMark text={address} what="address" />
        <LabelButton address={address} href={accountHref(address, chain)} />
      </span>
    </div>
  );
}
