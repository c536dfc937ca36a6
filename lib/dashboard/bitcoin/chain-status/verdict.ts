import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { type ChainChoice, isSampleChain } from '@/lib/dashboard/bitcoin-view';
import {
  type AccountStatus,
  type ChainStatus,
  isAnswered,
  isConfigured,
  NEWEST_FIRST,
  statusesOf,
} from './account-status';

/** Summary of where it is safe to send funds. */
export type Verdict = { tone: 'good' | 'caution' | 'bad'; sentence: string };

/**
 * Summarizes the status of a key's accounts on all chains. The tone is `good` only if every live chain that can be
 * checked has confirmed every version. The sample network is not a place to send to, so its confirmation does not count.
 * @param isChecking whether more responses are expected
 */
export function keyVerdict(statuses: readonly ChainStatus[], isChecking: boolean): Verdict {
  const unsafe = unsafeReasons(statuses);
  if (unsafe !== undefined)
    return { tone: 'bad', sentence: `Unsafe on ${unsafe.reasons}. Don’t send to ${unsafe.target} there.` };
  const live = statuses.filter(({ chain }) => isLive(chain));
  const configured = live.filter(isConfigured);
  const checked = live.filter(hasAnswered);
  // Show one fixed sentence until all chains have responded, so that the page does not shift with each response.
  const progress = isChecking
    ? `Checking ${configured.length === 0 ? 'the sample network' : numberOfChains(configured.length, 'live chain')}`
    : configured.length === 0
      ? 'This server checks no live chain'
      : checked.length === 0
        ? 'No live chain has answered'
        : undefined;
  if (progress !== undefined) return { tone: 'caution', sentence: `${progress}. Don’t send anything yet.` };
  const confirmed = NEWEST_FIRST.map((version) => ({ version, chains: confirmedOn(live, version) }));
  const everywhere = live.filter((status) => statusesOf(status).every(isConfirmed));
  if (everywhere.length === configured.length)
    return {
      tone: 'good',
      sentence: `Safe to use on ${named(everywhere.map(({ chain }) => chain))}. Don’t send on other chains.`,
    };
  const same = confirmed.every(({ chains }) => chains.length === everywhere.length);
  const isNone = confirmed.every(({ chains }) => chains.length === 0);
  const where = same
    ? `confirmed on ${named(everywhere.map(({ chain }) => chain))}`
    : confirmed.map(({ version, chains }) => `${version} confirmed on ${named(chains)}`).join(', ');
  return {
    tone: 'caution',
    sentence: `Checked ${checked.length} of ${numberOfChains(configured.length)}: ${where}. Don’t send ${isNone ? 'anything' : 'elsewhere'} yet.`,
  };
}

/** Whether chains other than the sample network can be checked, but none of them has answered. */
export function isUnreached(statuses: readonly ChainStatus[]): boolean {
  const live = statuses.filter((status) => isLive(status.chain) && isConfigured(status));
  return live.length > 0 && !live.some(hasAnswered);
}

const TWO_ACCOUNTS = 'Your key has two accounts, one per contract version: use the one that your app shows.';
const RISK = 'Unsafe: you could lose what you send.';

/** Explains a verdict: which account an app uses, or what is at risk and which account is confirmed nevertheless. */
export function verdictNote(statuses: readonly ChainStatus[], { tone }: Verdict): string {
  if (tone !== 'bad') {
    if (!isUnreached(statuses))
      return `${TWO_ACCOUNTS} Confirmed: the chain’s contract calculates the same address.`;
    return statuses.some(hasAnswered)
      ? `Only the sample network, which is example data, has answered. ${TWO_ACCOUNTS}`
      : `${TWO_ACCOUNTS} They are calculated here; no chain has confirmed them.`;
  }
  for (const version of NEWEST_FIRST) {
    const chains = confirmedOn(statuses, version).filter(isLive);
    const isUnsafe = statuses.some(({ versions }) => versions[version].safety === 'unsafe');
    if (chains.length > 0 && !isUnsafe)
      return `${RISK} If your app shows the address of account ${version}, that one is confirmed on ${named(chains)}.`;
  }
  return RISK;
}

/** Status of one version on all chains, for its card. */
export type VersionSummary = {
  /** `none` while nothing is known. */
  tone: Verdict['tone'] | 'none';
  sentence: string;
  /** Whether a live chain has reported whether the account is deployed. */
  isAnswered: boolean;
  /** Whether a live chain has confirmed the account. */
  isConfirmed: boolean;
  /** Omits the sample network if a live chain has confirmed the account, because it says nothing about live chains. */
  deployedOn: { chain: ChainChoice; isUnsafe: boolean }[];
};

/** Summarizes one version on all chains. A confirmation by the sample network alone does not make the tone `good`. */
export function versionSummary(
  statuses: readonly ChainStatus[],
  version: AccountVersion,
  isChecking: boolean,
): VersionSummary {
  const on = (test: (status: AccountStatus) => boolean) =>
    statuses.filter(({ versions }) => test(versions[version])).map(({ chain }) => chain);
  const unsafe = on(({ safety }) => safety === 'unsafe');
  const confirmed = on(isConfirmed).filter(isLive);
  const isGood = unsafe.length === 0 && confirmed.length > 0;
  return {
    ...(unsafe.length > 0
      ? { tone: 'bad', sentence: `Unsafe on ${named(unsafe)}` }
      : isGood
        ? { tone: 'good', sentence: `Confirmed on ${named(confirmed)}` }
        : isChecking
          ? { tone: 'none', sentence: 'Checking…' }
          : !on(isAnswered).some(isLive)
            ? { tone: 'caution', sentence: 'No live chain has answered' }
            : on(isConfirmed).length > 0
              ? { tone: 'caution', sentence: 'Confirmed only on the sample network' }
              : { tone: 'caution', sentence: 'Not confirmed on any chain' }),
    isAnswered: on(isAnswered).some(isLive),
    isConfirmed: confirmed.length > 0,
    deployedOn: statuses
      .filter(({ chain, versions }) => versions[version].isDeployed && (!isGood || isLive(chain)))
      .map(({ chain, versions }) => ({ chain, isUnsafe: versions[version].safety === 'unsafe' })),
  };
}

const isConfirmed = ({ safety }: AccountStatus) => safety === 'confirmed';
/** Whether a chain has answered for one of the accounts. */
const hasAnswered = (status: ChainStatus) => statusesOf(status).some(isAnswered);
const isLive = (chain: ChainChoice) => !isSampleChain(chain);

const confirmedOn = (statuses: readonly ChainStatus[], version: AccountVersion) =>
  statuses.filter(({ versions }) => isConfirmed(versions[version])).map(({ chain }) => chain);

/** Returns a number of chains, such as "1 chain" or "3 live chains". */
export const numberOfChains = (count: number, chain = 'chain'): string =>
  `${count} ${chain}${count === 1 ? '' : 's'}`;

/** Returns the names of up to two chains, or the number of chains if there are more. */
function named(chains: readonly ChainChoice[]): string {
  if (chains.length === 0) return 'none';
  return chains.length <= 2 ? chains.map(({ name }) => name).join(' and ') : numberOfChains(chains.length);
}

/**
 * Lists unsafe chains by reason, such as "Ethereum: the 2.0.0 contract gives another address", and what is unsafe,
 * such as "account 2.0.0"; undefined if all are safe.
 */
function unsafeReasons(statuses: readonly ChainStatus[]): { reasons: string; target: string } | undefined {
  const chainsByReason = new Map<string, ChainChoice[]>();
  const unsafe = new Set<AccountVersion>();
  for (const { chain, versions } of statuses)
    for (const version of NEWEST_FIRST) {
      const { safety, facts } = versions[version];
      if (safety !== 'unsafe') continue;
      const reason =
        facts?.factoryAgrees === false
          ? `the ${version} contract gives another address`
          : `account ${version} has another owner`;
      chainsByReason.set(reason, [...(chainsByReason.get(reason) ?? []), chain]);
      unsafe.add(version);
    }
  const parts = [...chainsByReason].map(([reason, chains]) => `${named(chains)}: ${reason}`);
  if (parts.length === 0) return undefined;
  return { reasons: parts.join('; on '), target: `account ${[...unsafe].join(' or ')}` };
}
