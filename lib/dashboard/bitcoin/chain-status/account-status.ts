import { ACCOUNT_VERSION_NAMES, type AccountVersion } from '@/lib/btc-account/account-versions';
import type { ChainChoice } from '@/lib/dashboard/bitcoin-view';
import type { AccountCell, AccountFacts } from '@/lib/services/bitcoin/get-accounts-on-all-chains';

/** The cells that have arrived, by `cellKey`. */
export type AccountCells = Readonly<Record<string, AccountCell>>;

/** Returns the key of the cell for a chain and version. */
export const cellKey = (chainId: number, version: string) => `${chainId} ${version}`;

/** Status of one version of a key's account on a chain. */
export type AccountStatus = {
  /**
   * `confirmed`: the factory and the entry point have code and the factory returns this account's address, or the
   * account is deployed and owned by the key's EVM address. `unsafe`: the factory returns a different address, or the
   * deployed account has a different owner. `unknown`: everything else.
   */
  safety: 'confirmed' | 'unsafe' | 'unknown';
  isDeployed: boolean;
  /** One to three words for a table. */
  label: string;
  /** A sentence that explains the label; undefined while the chain is being checked. */
  why: string | undefined;
  cell: AccountCell | undefined;
  /** What the chain returned; undefined if it has not responded. */
  facts: AccountFacts | undefined;
};

/** A chain and the status of each version of the account on it. */
export type ChainStatus = { chain: ChainChoice; versions: Record<AccountVersion, AccountStatus> };

/**
 * Determines the status of a key's accounts on every chain, in the order of the chains.
 * @param owner the key's EVM address, in EIP-55 form
 */
export function chainStatuses(
  chains: readonly ChainChoice[],
  cells: AccountCells,
  owner: string,
): ChainStatus[] {
  return chains.map((chain) => {
    const status = (version: AccountVersion) => accountStatus(cells[cellKey(chain.chainId, version)], owner);
    return { chain, versions: { '1.0.0': status('1.0.0'), '2.0.0': status('2.0.0') } };
  });
}

/** The statuses of a chain, newest version first. */
export const statusesOf = ({ versions }: ChainStatus): AccountStatus[] =>
  NEWEST_FIRST.map((version) => versions[version]);

/** Whether a chain has responded. */
export const isAnswered = ({ facts }: AccountStatus): boolean => facts !== undefined;

/** Checks whether this server has an endpoint for the chain. A response from the server overrides the page's data. */
export const isConfigured = (status: ChainStatus): boolean =>
  statusesOf(status).some(({ cell }) =>
    cell === undefined
      ? status.chain.isConfigured
      : cell.state !== 'unknown' || cell.reason !== 'no-endpoint',
  );

/** The account versions, newest first. */
export const NEWEST_FIRST: readonly AccountVersion[] = [...ACCOUNT_VERSION_NAMES].reverse();

/**
 * Determines the status of one version of the account on one chain.
 * @param owner the key's EVM address, in EIP-55 form
 */
export function accountStatus(cell: AccountCell | undefined, owner: string): AccountStatus {
  const isDeployed = cell?.state === 'deployed';
  const facts = cell === undefined || cell.state === 'unknown' ? undefined : cell.facts;
  const status = (safety: AccountStatus['safety'], label: string, why: string | undefined) => ({
    safety,
    isDeployed,
    label,
    why,
    cell,
    facts,
  });
  if (cell === undefined) return status('unknown', 'Checking…', undefined);
  if (cell.state === 'unknown') return status('unknown', 'No response', `${noResponseMessage(cell)}.`);
  const { factory, entryPoint, factoryAgrees, currentOwner } = cell.facts;
  if (factoryAgrees === false)
    return status(
      'unsafe',
      'Unsafe',
      'The account contract on this chain calculates another address than the one shown here.',
    );
  if (isDeployed && currentOwner !== null && currentOwner !== owner)
    return status('unsafe', 'Unsafe', 'The deployed account has another owner.');
  if (isDeployed && currentOwner === owner)
    return status('confirmed', 'Deployed', 'The account is deployed and owned by this key.');
  if (factory === 'present' && entryPoint === 'present' && factoryAgrees === true)
    return isDeployed
      ? status(
          'confirmed',
          'Deployed',
          'The account is deployed, and the account contract calculates this address.',
        )
      : status('confirmed', 'Confirmed', 'The account contract on this chain calculates this address.');
  if (isDeployed)
    return status('unknown', 'Owner unknown', 'The account is deployed, but its owner could not be read.');
  if (factory === 'absent')
    return status('unknown', 'No contract', 'This chain has no account contract, which deploys the account.');
  if (entryPoint === 'absent')
    return status('unknown', 'No entry point', 'This chain has no entry point, which the account needs.');
  return status('unknown', 'Not confirmed', 'The account contract or the entry point could not be read.');
}

/** The error's reason, and how long the chain had to respond if it timed out. */
type NoResponse = Pick<Extract<AccountCell, { state: 'unknown' }>, 'reason' | 'waitedMs'>;

/** Describes why a chain has not responded. */
export function noResponseMessage({ reason, waitedMs }: NoResponse): string {
  if (reason === 'no-endpoint') return 'Can’t be checked here';
  if (waitedMs !== undefined) return `No response in ${waitedMs / 1000} s`;
  if (reason === 'upstream-unavailable') return 'Can’t be reached';
  if (reason === 'upstream-rate-limited') return 'Too many requests';
  return `Can’t be read: ${reason.replaceAll('-', ' ')}`;
}

/** The groups of the table of chains, in its order. */
const CHAIN_GROUPS = [
  ['checking', 'Checking'],
  ['unsafe', 'Unsafe'],
  ['deployed', 'Deployed'],
  ['confirmed', 'Confirmed'],
  ['partly', 'Confirmed for one version'],
  ['unconfirmed', 'Not confirmed'],
  ['unknown', 'Unknown'],
] as const;

type ChainGroupId = (typeof CHAIN_GROUPS)[number][0];
export type ChainGroup = { id: ChainGroupId; title: string; chains: ChainStatus[] };

/**
 * Groups chains for the table. Each chain is in one group, in the given order; unknown chains that can be checked come first. Omits empty groups.
 * @param progress `first`: until the first check of all chains has ended, every chain that can be checked stays in one
 * group, so that no rows move. `again`: only chains that have not responded are being checked.
 */
export function groupChains(
  statuses: readonly ChainStatus[],
  progress: 'first' | 'again' | 'ended',
): ChainGroup[] {
  const grouped = new Map<ChainGroupId, ChainStatus[]>(CHAIN_GROUPS.map(([id]) => [id, []]));
  for (const status of statuses) grouped.get(groupOf(status, progress))?.push(status);
  // Chains that can be checked again come first.
  grouped.get('unknown')?.sort((a, b) => Number(isConfigured(b)) - Number(isConfigured(a)));
  return CHAIN_GROUPS.map(([id, title]) => ({ id, title, chains: grouped.get(id) ?? [] })).filter(
    ({ chains }) => chains.length > 0,
  );
}

function groupOf(status: ChainStatus, progress: 'first' | 'again' | 'ended'): ChainGroupId {
  const versions = statusesOf(status);
  const cells = versions.map(({ cell }) => cell);
  if (!isConfigured(status)) return 'unknown';
  if (progress === 'first' || (progress === 'again' && cells.includes(undefined))) return 'checking';
  if (!versions.some(isAnswered)) return 'unknown';
  if (versions.some(({ safety }) => safety === 'unsafe')) return 'unsafe';
  if (versions.some(({ isDeployed }) => isDeployed)) return 'deployed';
  const confirmed = versions.filter(({ safety }) => safety === 'confirmed').length;
  if (confirmed === 0) return 'unconfirmed';
  return confirmed === versions.length ? 'confirmed' : 'partly';
}
