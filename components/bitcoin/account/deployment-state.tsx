import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { Icon } from '../../ui/icon';

type Props = {
  cell: AccountCell | undefined;
  asking: boolean;
  explorer: string | undefined;
  of: string;
};

/** Whether one account is deployed, with a link to its explorer when it is. */
export function DeploymentState({ cell, asking, explorer, of }: Props) {
  if (cell === undefined)
    return asking ? (
      <span className="skeleton inline-block h-5 w-20 align-middle">
        <span className="sr-only">Being asked</span>
      </span>
    ) : (
      <span className="text-muted">not asked</span>
    );
  if (cell.state === 'unknown')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5" title={cell.message}>
        <span className="label label-caution">unknown</span>
        <span className="text-muted text-xs">
          {cell.reason === 'no-endpoint' ? 'no endpoint set' : cell.reason.replaceAll('-', ' ')}
        </span>
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1">
      <span className={`label ${cell.state === 'deployed' ? 'label-good' : ''}`}>
        {cell.state === 'deployed' ? 'deployed' : 'not deployed'}
      </span>
      {cell.state === 'deployed' && explorer && (
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
  );
}
