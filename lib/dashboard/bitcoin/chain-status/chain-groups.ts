import { type ChainStatus, isConfigured, statusesOf } from './account-status';

/** The groups of the table of chains, in its order. */
const CHAIN_GROUPS = [
  ['checking', 'Checking'],
  ['deployed', 'Deployed'],
  ['confirmed', 'Confirmed'],
  ['partly', 'Confirmed for one version'],
  ['unsafe', 'Unsafe'],
  ['unconfirmed', 'Not confirmed'],
  ['unknown', 'Unknown'],
] as const;

export type ChainGroupId = (typeof CHAIN_GROUPS)[number][0];
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
  const answered = versions.filter(({ cell }) => cell !== undefined && cell.state !== 'unknown');
  if (!isConfigured(status)) return 'unknown';
  if (progress === 'first' || (progress === 'again' && cells.includes(undefined))) return 'checking';
  if (answered.length === 0) return 'unknown';
  if (versions.some(({ safety }) => safety === 'unsafe')) return 'unsafe';
  if (versions.some(({ isDeployed }) => isDeployed)) return 'deployed';
  const confirmed = versions.filter(({ safety }) => safety === 'confirmed').length;
  if (confirmed === 0) return 'unconfirmed';
  return confirmed === versions.length ? 'confirmed' : 'partly';
}
