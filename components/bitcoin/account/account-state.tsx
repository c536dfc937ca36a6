'use client';

import { type ChainChoice, chainLabel } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { cellKey } from '@/lib/dashboard/bitcoin/chain-status/chain-status';
import { useAccountCells } from './use-account-cells';

type Props = {
  publicKey: string;
  version: string;
  chain: ChainChoice;
  /** What the page came with; null where the chain had not answered by then. */
  isDeployed: boolean | null;
};

/** Whether an account is deployed on a chain: what the page came with, until the chain itself has told the script. */
export function AccountState({ publicKey, version, chain, isDeployed }: Props) {
  const { data: cells = {} } = useAccountCells(publicKey);
  const cell = cells[cellKey(chain.chainId, version)];
  const state = cell === undefined || cell.state === 'unknown' ? isDeployed : cell.state === 'deployed';
  return (
    <span className={`label ${state === null ? 'label-caution' : state ? 'label-good' : ''}`}>
      {state === null ? 'deployment not known' : state ? 'deployed' : 'not deployed'} on {chainLabel(chain)}
    </span>
  );
}
