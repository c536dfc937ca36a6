import type { ReactNode } from 'react';
import {
  type ChainStatus,
  NEWEST_FIRST,
  statusesOf,
} from '@/lib/dashboard/bitcoin/chain-status/account-status';
import { formatAmount } from '@/lib/dashboard/format';

/** Renders the balance of each account version, except unknown and zero balances. */
export function balancesOf({ chain, versions }: ChainStatus): ReactNode[] {
  return NEWEST_FIRST.flatMap((version) => {
    const { cell } = versions[version];
    if (cell === undefined || cell.state === 'unknown') return [];
    const { balance } = cell.facts;
    if (balance === null || balance === '0') return [];
    return [
      <span key={version} className="block tabular-nums [overflow-wrap:anywhere]">
        {formatAmount(balance, 18)} {chain.symbol ?? 'coins'}
        <span className="text-muted text-xs"> in {version}</span>
      </span>,
    ];
  });
}

/** Says that the accounts hold nothing on a chain, or that their balances are not known. */
export function EmptyBalance({ status }: { status: ChainStatus }) {
  const balances = statusesOf(status).map(({ cell }) =>
    cell === undefined || cell.state === 'unknown' ? null : cell.facts.balance,
  );
  return (
    <span className="text-muted tabular-nums">
      {balances.includes(null) ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">Not known</span>
        </>
      ) : (
        `0 ${status.chain.symbol ?? 'coins'}`
      )}
    </span>
  );
}
