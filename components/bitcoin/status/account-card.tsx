import type { ReactNode } from 'react';
import { AddressText } from '@/components/ui/address-text';
import { Icon } from '@/components/ui/icon';
import { OutLink } from '@/components/ui/out-link';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { numberOfChains, type VersionSummary } from '@/lib/dashboard/bitcoin/chain-status/verdict';
import { contractAge, isSampleChain } from '@/lib/dashboard/bitcoin-view';
import { StatusText } from './status-text';

/** Maximum number of chains shown as chips. The number of further chains is shown as text. */
const MAX_CHIPS = 3;

type Props = {
  version: AccountVersion;
  address: string;
  /** Button that shows the QR code of the address. */
  qr: ReactNode;
  summary: VersionSummary;
  /** Whether all chains are being checked for the first time. Until then chains are only counted, so that no line wraps. */
  isFirstCheck: boolean;
};

/** One version of the account: its address, where it is confirmed and where it is deployed. */
export function AccountCard({ version, address, qr, summary, isFirstCheck }: Props) {
  const { tone, sentence, isConfirmed, deployedOn } = summary;
  return (
    <section aria-label={`Account ${version}`} className="panel break-inside-avoid p-4 max-md:py-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">
          Account {version}
          <span className="font-normal text-muted"> ({contractAge(version)} contract)</span>
        </h2>
        {/* A QR code invites to send, which is unsafe if no chain has confirmed the account. */}
        <span className={tone === 'bad' && !isConfirmed ? 'invisible' : ''}>{qr}</span>
      </div>
      <p className="mt-1.5 [&_.font-mono]:text-sm sm:[&_.font-mono]:text-base">
        <AddressText address={address} what={`account ${version}`} full />
      </p>
      <div className="noscript:hidden">
        <p className="mt-2.5">
          <StatusText tone={tone}>{sentence}</StatusText>
        </p>
        <p className="mt-1.5 flex min-h-6 flex-wrap items-center gap-1.5 text-muted text-sm">
          {deploymentMessage(summary, isFirstCheck)}
          {!isFirstCheck && <Chips chains={deployedOn} address={address} />}
        </p>
      </div>
    </section>
  );
}

function deploymentMessage({ tone, isAnswered, deployedOn }: VersionSummary, isFirstCheck: boolean): string {
  if (!isFirstCheck && deployedOn.length > 0) return 'Deployed on';
  const live = deployedOn.filter(({ chain }) => !isSampleChain(chain));
  if (live.length > 0) return `Deployed on ${numberOfChains(live.length)} so far`;
  if (!isAnswered) return 'Not known whether it is deployed';
  if (isFirstCheck) return 'Not deployed on any chain so far';
  // A confirmed account has a known address, which holds what it receives before the account is deployed.
  return tone === 'good'
    ? 'Not deployed yet; it can already receive there'
    : 'Not deployed on any chain checked';
}

/** The chains of a deployed account, with links to their explorers. */
function Chips({ chains, address }: { chains: VersionSummary['deployedOn']; address: string }) {
  const chip = 'rounded-full border px-2 py-0.5 text-xs';
  const usual = 'border-line bg-paper text-ink';
  // Show unsafe chains first, so that none is among the further chains.
  const ordered = [...chains].sort((a, b) => Number(b.isUnsafe) - Number(a.isUnsafe));
  return (
    <>
      {ordered.slice(0, MAX_CHIPS).map(({ chain, isUnsafe }) => {
        const { chainId, name, explorerUrl } = chain;
        const look = `${chip} ${isUnsafe ? 'border-current/40 bg-bad-soft text-bad' : usual}`;
        return explorerUrl === undefined ? (
          <span key={chainId} className={look}>
            {name}
            {isSampleChain(chain) && ' (example data)'}
          </span>
        ) : (
          <OutLink
            key={chainId}
            href={`${explorerUrl}/address/${address}`}
            className={`${look} inline-flex items-center gap-1 hover:border-line-strong`}
          >
            {name}
            <Icon name="out" className={`size-3 print:hidden ${isUnsafe ? '' : 'text-muted'}`} />
          </OutLink>
        );
      })}
      {chains.length > MAX_CHIPS && (
        <span className={`${chip} ${usual}`}>
          {chains.length - MAX_CHIPS} more<span className="sr-only"> in the table of chains</span>
        </span>
      )}
    </>
  );
}
