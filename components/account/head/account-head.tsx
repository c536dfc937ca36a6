import { memo, type ReactNode } from 'react';
import { AddressHeading } from '@/components/ui/address-heading';
import { Icon } from '@/components/ui/icon';
import { ShareButton } from '@/components/ui/share-button';
import type { AccountHead as Head } from '@/lib/dashboard/account/rows';
import { heldCount } from '@/lib/dashboard/account/unread-data';
import {
  accountHref,
  clusterLabel,
  clusterName,
  explorerLinks,
  SOLANA_CLUSTERS,
} from '@/lib/dashboard/chains';
import { formatAmount, formatCount, formatSol } from '@/lib/dashboard/format';
import { HOLDINGS_WARNINGS, type HoldingsWarning } from '@/lib/solana/warnings';
import { CoverageNotice } from './coverage-notice';

/** Warnings that the notice of coverage or the bar of the stream tells. */
const SAID_ELSEWHERE = ['documents-late', 'das-unavailable'];

type Props = {
  /** What the page's address names: an address or a `.sol` name. */
  addressOrName: string;
  /** The primary `.sol` name of the address. */
  primaryName?: string | null;
  chain: number;
  head: Head | undefined;
  /** Nothing more is on its way. */
  over: boolean;
  /** How many have been read, where that is not all. */
  tokensRead?: number | undefined;
  nftsRead?: number | undefined;
  /** What kind of account it is, where it is no plain wallet. */
  kind?: ReactNode;
  /** What the account may hold of what was not read. */
  unread?: string;
  /** The page came with a part of the account alone. */
  cameAsPart?: boolean;
};

/** Whose account it is, on which chain, and what it comes to. */
export const AccountHead = memo(function AccountHead({
  addressOrName,
  primaryName = null,
  chain,
  head,
  over,
  tokensRead,
  nftsRead,
  kind,
  unread = '',
  cameAsPart = false,
}: Props) {
  const address = head?.address ?? addressOrName;
  const named = addressOrName !== address;
  const warnings = (head?.warnings ?? []).filter(
    (word): word is HoldingsWarning =>
      Object.hasOwn(HOLDINGS_WARNINGS, word) && !SAID_ELSEWHERE.includes(word),
  );
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 text-muted text-sm [overflow-wrap:anywhere]">
          <span className="print:hidden">Solana address</span>
          <span className="hidden print:inline">Address</span>
          {named ? ` of ${addressOrName}` : primaryName === null ? '' : ` of ${primaryName}`}
          {/* The switch is not on paper. */}
          <span className="hidden print:inline"> on {clusterLabel(chain)}</span>
        </p>
        <ChainSwitch addressOrName={addressOrName} chain={chain} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <AddressHeading address={address} what="address" size="text-sm sm:text-lg" />
        <div className="flex flex-wrap items-center gap-2">
          {explorerLinks(chain, address).map(({ name, href }) => (
            <a key={name} href={href} rel="noreferrer noopener" target="_blank" className="control">
              {name}
              <Icon name="out" className="size-3.5 text-muted" />
            </a>
          ))}
          <ShareButton title={`Solana account ${address}`} />
        </div>
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-[2fr_1fr_1fr_1.2fr]">
        <Stat
          name="Balance"
          over={over}
          className="max-md:col-span-2 max-md:col-start-1 max-md:row-start-1 [&>dd]:text-lg sm:[&>dd]:text-xl"
        >
          {head && (
            <>
              {formatSol(head.lamports)} <span className="text-base text-muted">SOL</span>
              <span className="block font-mono font-normal text-muted text-xs leading-5">
                {formatAmount(head.lamports, 0)} lamports
              </span>
            </>
          )}
        </Stat>
        <Stat name="Tokens" over={over}>
          {head && heldCount(head, 'tokens', tokensRead)}
        </Stat>
        <Stat name="NFTs" over={over}>
          {head && heldCount(head, 'nfts', nftsRead)}
        </Stat>
        {/* On a phone in the corner of the balance, so that the counts have the width of a line each. */}
        <Stat
          name="Slot read"
          over={over}
          className="max-md:col-start-2 max-md:row-start-1 max-md:flex max-md:items-baseline max-md:gap-1.5 max-md:bg-transparent max-md:pb-0 max-md:self-start max-md:justify-self-end max-md:whitespace-nowrap max-md:[&>dd]:mt-0 max-md:[&>dd]:min-h-0 max-md:[&>dd]:text-xs max-md:[&>dd]:leading-4"
        >
          {head && formatCount(head.slot)}
        </Stat>
      </dl>
      {kind}
      <PartNote missing={head?.missing} isOld={cameAsPart} />
      {head && <CoverageNotice notRead={head.notRead} unread={unread} />}
      {warnings.map((word) => (
        <p key={word} className="mt-3 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
          {HOLDINGS_WARNINGS[word]}
        </p>
      ))}
    </header>
  );
});

/**
 * What a part of an account says of itself. Where the stream tells it the bar at the foot does, which moves no list: it
 * is then on paper alone. What the page came with keeps its place.
 */
function PartNote({ missing, isOld }: { missing: number | undefined; isOld: boolean }) {
  if (missing === undefined && !isOld) return null;
  return (
    <p
      role="note"
      className={`mt-3 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm ${isOld ? '' : 'hidden print:block'}`}
    >
      {missing === undefined ? (
        'What could not be read at first has been read since.'
      ) : (
        <>
          <strong className="font-medium">This is part of the account.</strong> {formatCount(missing)} items
          that it holds could not be read; the numbers above are without them.
        </>
      )}
    </p>
  );
}

type StatProps = { name: string; over: boolean; children: React.ReactNode; className?: string };

function Stat({ name, over, children, className = '' }: StatProps) {
  return (
    <div className={`bg-raised px-3 py-3 sm:px-4 ${className}`}>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="mt-0.5 min-h-7 font-medium text-base leading-7 tabular-nums sm:text-xl">
        {children ??
          (over ? (
            <span className="text-muted">
              <span aria-hidden="true">—</span>
              <span className="sr-only">Not read</span>
            </span>
          ) : (
            <span className="noscript:hidden">
              <span className="skeleton mt-1 block h-5 w-24 max-w-full" />
              <span className="sr-only">Being read</span>
            </span>
          ))}
      </dd>
    </div>
  );
}

/** The same address on another cluster: a page of its own. */
function ChainSwitch({ addressOrName, chain }: { addressOrName: string; chain: number }) {
  const known = SOLANA_CLUSTERS.some(({ chainId }) => chainId === chain);
  const clusters = known
    ? SOLANA_CLUSTERS
    : [...SOLANA_CLUSTERS, { chainId: chain, name: clusterName(chain), says: clusterName(chain) }];
  return (
    <nav
      aria-label="Chain"
      className="flex flex-wrap rounded-md border border-line bg-raised p-0.5 text-[0.8125rem] max-[400px]:text-xs"
    >
      {clusters.map(({ chainId, name, says }) => (
        <a
          key={chainId}
          href={accountHref(addressOrName, chainId)}
          aria-current={chainId === chain ? 'page' : undefined}
          title={`On ${says}`}
          className={`tab rounded px-1 py-1 min-[400px]:px-2 pointer-coarse:py-3 sm:px-2.5 ${chainId === chain ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:text-ink'}`}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
