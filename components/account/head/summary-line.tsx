import type { ReactNode } from 'react';
import { EXPLAINS } from '@/components/ui/explanation';
import type { AccountTotals } from '@/lib/dashboard/account/rows';
import { clusterName } from '@/lib/dashboard/chains';
import { formatAmount, formatCount, formatSol } from '@/lib/dashboard/format';

type Props = {
  /** The account; undefined while it is loading. */
  head: AccountTotals | undefined;
  chain: number;
};

/** Balance, numbers of tokens and NFTs, and slot of an account. */
export function SummaryLine({ head, chain }: Props) {
  return (
    <dl className="mt-2 flex flex-wrap items-baseline gap-x-5 text-muted text-sm">
      <Stat name="Balance" className="w-full sm:w-auto" isWide>
        {head && (
          <button
            type="button"
            {...EXPLAINS}
            title={`${formatAmount(head.lamports, 0)} ${head.lamports === '1' ? 'lamport' : 'lamports'}`}
            className="plain text-ink"
          >
            <span className={LARGE}>{formatSol(head.lamports)}</span> SOL
          </button>
        )}
      </Stat>
      <HeldStat head={head} kind="tokens" />
      <HeldStat head={head} kind="nfts" />
      <div className="max-sm:w-full">
        <dt className="inline">
          <span className="sm:hidden print:hidden">{clusterName(chain)}, </span>as of slot
        </dt>{' '}
        <dd className="inline">{head ? formatCount(head.slot) : <Loading width="w-20" />}</dd>
      </div>
    </dl>
  );
}

const LARGE = 'text-[1.75rem] leading-8 max-[359px]:text-2xl';

/** Takes the place of a number until it is known. */
const Loading = ({ width }: { width: string }) => (
  <span className="noscript:hidden">
    <span className={`skeleton inline-block h-4 align-middle ${width}`} />
    <span className="sr-only">Loading</span>
  </span>
);

type HeldProps = { head: AccountTotals | undefined; kind: 'tokens' | 'nfts' };

/** Number of tokens or NFTs, such as “42 NFTs”. */
function HeldStat({ head, kind }: HeldProps) {
  const one = kind === 'tokens' ? 'token' : 'NFT';
  const name = head?.[kind] === 1 ? one : `${one}s`;
  return <Stat name={name}>{head && formatCount(head[kind])}</Stat>;
}

type StatProps = { name: string; children: ReactNode; className?: string; isWide?: boolean };

/** A number in the summary line, with its name. The name of the balance is only for screen readers. */
function Stat({ name, children, className = '', isWide = false }: StatProps) {
  const value = children ?? (
    <>
      {/* The line is as high as with the number. */}
      {isWide && <span className={`invisible ${LARGE}`}>0</span>}
      <Loading width={isWide ? 'w-40' : 'w-8'} />
    </>
  );
  return (
    <div className={className}>
      {isWide && <dt className="sr-only">{name}</dt>}
      <dd className="inline font-medium text-ink tabular-nums">{value}</dd>{' '}
      {!isWide && <dt className="inline">{name}</dt>}
    </div>
  );
}
