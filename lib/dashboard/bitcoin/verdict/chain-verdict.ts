import { ACCOUNT_VERSION_NAMES, type AccountVersion } from '@/lib/btc-account/account-versions';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import type { ChainChoice } from '../bitcoin-view';
import { accountHazards, accountUnknowns } from './account-hazards';

/** The cells that have arrived, by `cellKey`, in order of arrival. */
export type AccountCells = Readonly<Record<string, AccountCell>>;

/** The key of the cell of a chain and version. */
export const cellKey = (chainId: number, version: string) => `${chainId} ${version}`;

/** A chain that answered for neither version, and the reason. */
export type SilentChain = { chain: ChainChoice; cell: Extract<AccountCell, { state: 'unknown' }> };

/** The supported chains by their status. A chain has answered if it did so for at least one version. */
export type ChainGroups = {
  /** Both in order of arrival, so that a later chain does not move earlier ones. */
  answered: ChainChoice[];
  silent: SilentChain[];
  withoutEndpoint: ChainChoice[];
  /** Not answered yet. */
  pending: ChainChoice[];
  /** Both of the above, in the same order. */
  told: ChainChoice[];
};

/** Sorts chains by their cells; a chain counts once the cells of all versions have arrived. */
export function groupChains(chains: readonly ChainChoice[], cells: AccountCells): ChainGroups {
  const groups: ChainGroups = { answered: [], silent: [], withoutEndpoint: [], pending: [], told: [] };
  const places = new Map(Object.keys(cells).map((key, place) => [key, place]));
  const cameAt = ({ chainId }: ChainChoice) =>
    Math.max(...ACCOUNT_VERSION_NAMES.map((version) => places.get(cellKey(chainId, version)) ?? -1));
  for (const chain of chains) {
    const both = ACCOUNT_VERSION_NAMES.map((version) => cells[cellKey(chain.chainId, version)]);
    const [first] = both;
    if (first === undefined || both.includes(undefined)) groups.pending.push(chain);
    else if (both.some((cell) => cell?.state !== 'unknown')) groups.answered.push(chain);
    else if (first.state !== 'unknown') continue;
    else if (first.reason === 'no-endpoint') groups.withoutEndpoint.push(chain);
    else groups.silent.push({ chain, cell: first });
  }
  const byTime = (a: ChainChoice, b: ChainChoice) => cameAt(a) - cameAt(b);
  groups.answered.sort(byTime);
  groups.silent.sort((a, b) => byTime(a.chain, b.chain));
  groups.told = [...groups.answered, ...groups.silent.map(({ chain }) => chain)].sort(byTime);
  return groups;
}

/** The status of one version of the account on the chains that answered; each list is in the order of the chains. */
export type VersionVerdict = {
  deployedOn: ChainChoice[];
  /** Chains on which money may be lost, by reason. */
  hazards: { why: string; chains: ChainChoice[] }[];
  /** Chains that answered, with something important unknown. */
  unsure: ChainChoice[];
  /** Chains without a problem and with nothing unknown. */
  fine: ChainChoice[];
};

/** @param owner the key's EVM address, in EIP-55 form */
export function versionVerdict(
  version: AccountVersion,
  chains: readonly ChainChoice[],
  cells: AccountCells,
  owner: string,
): VersionVerdict {
  const verdict: VersionVerdict = { deployedOn: [], hazards: [], unsure: [], fine: [] };
  const byWhy = new Map<string, ChainChoice[]>();
  for (const chain of chains) {
    const cell = cells[cellKey(chain.chainId, version)];
    if (cell === undefined) continue;
    if (cell.state === 'unknown') {
      verdict.unsure.push(chain);
      continue;
    }
    const isDeployed = cell.state === 'deployed';
    if (isDeployed) verdict.deployedOn.push(chain);
    const hazards = accountHazards(isDeployed, cell.facts, owner);
    for (const why of hazards) byWhy.set(why, [...(byWhy.get(why) ?? []), chain]);
    if (hazards.length > 0) continue;
    const isSure = accountUnknowns(isDeployed, cell.facts).every((field) => field === 'balance');
    (isSure ? verdict.fine : verdict.unsure).push(chain);
  }
  verdict.hazards = [...byWhy].map(([why, on]) => ({ why, chains: on }));
  return verdict;
}

/** What the factories on live chains return for a version's address. */
export type FactoryWord = { confirmedBy: ChainChoice[]; contradictedBy: ChainChoice[] };

/** The sample network does not count, because its answer is calculated in the same way. */
export function factoryWord(
  version: AccountVersion,
  chains: readonly ChainChoice[],
  cells: AccountCells,
): FactoryWord {
  const saying = (word: boolean) =>
    chains.filter(({ chainId }) => {
      const cell = cells[cellKey(chainId, version)];
      const isLive = chainId !== SAMPLE_EVM_CHAIN.chainId;
      return isLive && cell !== undefined && cell.state !== 'unknown' && cell.facts.factoryAgrees === word;
    });
  return { confirmedBy: saying(true), contradictedBy: saying(false) };
}
