import { ACCOUNT_VERSION_NAMES, type AccountVersion } from '@/lib/btc-account/account-versions';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import type { ChainChoice } from '../bitcoin-view';
import { accountHazards, accountUnknowns } from './account-hazards';

/** The cells that have arrived, by `cellKey`, in their order of arrival. */
export type AccountCells = Readonly<Record<string, AccountCell>>;

/** Returns the key of the cell for a chain and version. */
export const cellKey = (chainId: number, version: string) => `${chainId} ${version}`;

/** A chain that answered for neither version, and a cell with the reason. */
export type UnresponsiveChain = { chain: ChainChoice; cell: Extract<AccountCell, { state: 'unknown' }> };

/** The supported chains, grouped by status. A chain counts as answered once it has answered for at least one version. */
export type ChainGroups = {
  /**
   * Chains that answered and chains that did not respond, each in order of arrival, so that a later chain does not move
   * earlier ones.
   */
  answered: ChainChoice[];
  noResponse: UnresponsiveChain[];
  withoutEndpoint: ChainChoice[];
  /** Chains from which nothing has arrived yet. */
  pending: ChainChoice[];
  /** Chains in `answered` and `noResponse`, in order of arrival. */
  reported: ChainChoice[];
};

/** Groups chains by their cells. A chain counts once the cells of all versions have arrived. */
export function groupChains(chains: readonly ChainChoice[], cells: AccountCells): ChainGroups {
  const groups: ChainGroups = {
    answered: [],
    noResponse: [],
    withoutEndpoint: [],
    pending: [],
    reported: [],
  };
  const places = new Map(Object.keys(cells).map((key, place) => [key, place]));
  const arrivedAt = ({ chainId }: ChainChoice) =>
    Math.max(...ACCOUNT_VERSION_NAMES.map((version) => places.get(cellKey(chainId, version)) ?? -1));
  for (const chain of chains) {
    const both = ACCOUNT_VERSION_NAMES.map((version) => cells[cellKey(chain.chainId, version)]);
    const [first] = both;
    if (first === undefined || both.includes(undefined)) groups.pending.push(chain);
    else if (both.some((cell) => cell?.state !== 'unknown')) groups.answered.push(chain);
    else if (first.state !== 'unknown') continue;
    else if (first.reason === 'no-endpoint') groups.withoutEndpoint.push(chain);
    else groups.noResponse.push({ chain, cell: first });
  }
  const byTime = (a: ChainChoice, b: ChainChoice) => arrivedAt(a) - arrivedAt(b);
  groups.answered.sort(byTime);
  groups.noResponse.sort((a, b) => byTime(a.chain, b.chain));
  groups.reported = [...groups.answered, ...groups.noResponse.map(({ chain }) => chain)].sort(byTime);
  return groups;
}

/** Status of one account version on the chains that answered. Each list is in the order of the chains. */
export type VersionStatus = {
  deployedOn: ChainChoice[];
  /** Chains on which money may be lost, by reason. */
  hazards: { why: string; chains: ChainChoice[] }[];
  /** Chains that answered but have an important fact unknown. */
  unsure: ChainChoice[];
  /** Chains that have no problem and nothing important unknown. */
  fine: ChainChoice[];
};

/**
 * Returns the status of one account version on the chains that answered.
 * @param owner the key's EVM address, in EIP-55 form
 */
export function versionStatus(
  version: AccountVersion,
  chains: readonly ChainChoice[],
  cells: AccountCells,
  owner: string,
): VersionStatus {
  const status: VersionStatus = { deployedOn: [], hazards: [], unsure: [], fine: [] };
  const byWhy = new Map<string, ChainChoice[]>();
  for (const chain of chains) {
    const cell = cells[cellKey(chain.chainId, version)];
    if (cell === undefined) continue;
    if (cell.state === 'unknown') {
      status.unsure.push(chain);
      continue;
    }
    const isDeployed = cell.state === 'deployed';
    if (isDeployed) status.deployedOn.push(chain);
    const hazards = accountHazards(isDeployed, cell.facts, owner);
    for (const why of hazards) byWhy.set(why, [...(byWhy.get(why) ?? []), chain]);
    if (hazards.length > 0) continue;
    const isSure = accountUnknowns(isDeployed, cell.facts).every((field) => field === 'balance');
    (isSure ? status.fine : status.unsure).push(chain);
  }
  status.hazards = [...byWhy].map(([why, on]) => ({ why, chains: on }));
  return status;
}

/** Live chains whose factories confirm or contradict the calculated address of an account version. */
export type FactoryCheck = { confirmedBy: ChainChoice[]; contradictedBy: ChainChoice[] };

/**
 * Compares a version's address with what factories on live chains return. The sample network does not count, because
 * its answer is calculated in the same way.
 */
export function factoryCheck(
  version: AccountVersion,
  chains: readonly ChainChoice[],
  cells: AccountCells,
): FactoryCheck {
  const chainsWithAnswer = (word: boolean) =>
    chains.filter(({ chainId }) => {
      const cell = cells[cellKey(chainId, version)];
      const isLive = chainId !== SAMPLE_EVM_CHAIN.chainId;
      return isLive && cell !== undefined && cell.state !== 'unknown' && cell.facts.factoryAgrees === word;
    });
  return { confirmedBy: chainsWithAnswer(true), contradictedBy: chainsWithAnswer(false) };
}
