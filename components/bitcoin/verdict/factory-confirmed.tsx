import type { AccountVersion } from '@/lib/btc-account/account-versions';
import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { type AccountCells, factoryCheck } from '@/lib/dashboard/bitcoin/chain-status/chain-status';

type Props = {
  version: AccountVersion;
  chains: readonly ChainChoice[];
  cells: AccountCells;
  isAsking: boolean;
};

/** Whether the factory of a live chain has itself named the address that is calculated here. */
export function FactoryConfirmed({ version, chains, cells, isAsking }: Props) {
  const { confirmedBy, contradictedBy } = factoryCheck(version, chains, cells);
  if (contradictedBy.length > 0)
    return (
      <strong className="font-medium text-bad">
        The factory of {version} gives another address on {some(contradictedBy)}.
      </strong>
    );
  if (confirmedBy.length > 0)
    return (
      <span>
        The factory of {version} itself gives this address on {some(confirmedBy)}.
      </span>
    );
  return (
    <span className="text-caution">Not yet confirmed by a real chain{isAsking ? '; being asked.' : '.'}</span>
  );
}

/** The first of some chains by name, and how many more there are. */
function some([first, ...more]: readonly ChainChoice[]): string {
  return `${first?.name}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}
