import {
  accountHazards,
  accountUnknowns,
  noResponseMessage,
} from '@/lib/dashboard/bitcoin/chain-status/account-hazards';
import { formatAmount } from '@/lib/dashboard/format';
import type { AccountCell, AccountFacts } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { Icon } from '../../ui/icon';

type Props = {
  cell: AccountCell | undefined;
  /** The key's EVM address. */
  owner: string;
  explorer: string | undefined;
  of: string;
};

/** Whether one account is deployed, with a link to its explorer when it is, and what its chain has for it. */
export function DeploymentState({ cell, owner, explorer, of }: Props) {
  if (cell === undefined) return <span className="text-muted text-xs">being asked</span>;
  if (cell.state === 'unknown')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5" title={cell.message}>
        <span className="label label-caution">silent</span>
        <span className="text-muted text-xs">{noResponseMessage(cell)}</span>
      </span>
    );
  const isDeployed = cell.state === 'deployed';
  return (
    <span className="inline-flex flex-col gap-0.5">
      <span className="inline-flex items-center gap-1">
        <span className={`label ${isDeployed ? 'label-good' : ''}`}>
          {isDeployed ? 'deployed' : 'not deployed'}
        </span>
        {isDeployed && explorer && (
          <a
            href={explorer}
            rel="noreferrer noopener"
            target="_blank"
            aria-label={`Account ${of} in its explorer`}
            className="grid size-6 place-items-center rounded text-muted hover:text-ink"
          >
            <Icon name="out" className="size-3.5" />
          </a>
        )}
      </span>
      <AccountFactsLines isDeployed={isDeployed} facts={cell.facts} owner={owner} />
    </span>
  );
}

/** What may go wrong with the account, what it holds, and what is not known. Nothing to say takes no line. */
function AccountFactsLines({
  isDeployed,
  facts,
  owner,
}: {
  isDeployed: boolean;
  facts: AccountFacts;
  owner: string;
}) {
  const hazards = accountHazards(isDeployed, facts, owner);
  const unknowns = accountUnknowns(isDeployed, facts);
  const { balance } = facts;
  return (
    <span className="flex flex-col text-xs">
      {hazards.length > 0 && (
        <span className="text-bad">Money sent here may be lost: {hazards.join(', ')}</span>
      )}
      {balance !== null && balance !== '0' && (
        <span className="text-balance text-muted tabular-nums">
          Balance {formatAmount(balance, 18)} of the chain’s own&nbsp;coin
        </span>
      )}
      {unknowns.length > 0 && <span className="text-muted">Not known: {unknowns.join(', ')}</span>}
    </span>
  );
}
