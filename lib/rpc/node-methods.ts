import { InvalidInputError } from '@/lib/errors';
import { writeJson } from '@/lib/json/exact-write';
import { WORK_UNITS } from '@/lib/services/work-units';

/** A method of Solana's nodes that is forwarded unchanged. */
export type NodeMethod = {
  name: string;
  /** Name in metrics and usage: methods that this table does not list have one name. */
  label: string;
  units: number;
  /** The lowest level at which the method is forwarded. */
  level: 'read' | 'all';
  /** Whether a call is made only once, because a repetition could have another effect. */
  isOnce: boolean;
};

type Row = Partial<Pick<NodeMethod, 'units' | 'level' | 'isOnce'>>;

/** Answers from the node's memory, of a fixed size. */
const STATE: Row = { units: WORK_UNITS.nodeState };
/** Reads accounts, blocks or transactions. */
const READ: Row = {};
/** Reads every account of a program, so that a call needs a filter. */
const SCAN: Row = { units: WORK_UNITS.nodeScan };
/** Changes the chain, and would do so again if it were repeated. */
const WRITE: Row = { level: 'all', isOnce: true };

/**
 * The methods of Solana's HTTP API (https://solana.com/docs/rpc/http). Methods that are not listed are forwarded as
 * reads if their name begins with `get` or `is`, so that newer nodes need no new release.
 */
const NODE_METHODS: Readonly<Record<string, Row>> = {
  getAccountInfo: READ,
  getBalance: STATE,
  getBlock: READ,
  getBlockCommitment: STATE,
  getBlockHeight: STATE,
  getBlockProduction: READ,
  getBlockTime: STATE,
  getBlocks: READ,
  getBlocksWithLimit: READ,
  getClusterNodes: READ,
  getEpochInfo: STATE,
  getEpochSchedule: STATE,
  getFeeForMessage: STATE,
  getFirstAvailableBlock: STATE,
  getGenesisHash: STATE,
  getHealth: STATE,
  getHighestSnapshotSlot: STATE,
  getIdentity: STATE,
  getInflationGovernor: STATE,
  getInflationRate: STATE,
  getInflationReward: READ,
  getLargestAccounts: READ,
  getLatestBlockhash: STATE,
  getLeaderSchedule: READ,
  getMaxRetransmitSlot: STATE,
  getMaxShredInsertSlot: STATE,
  getMinimumBalanceForRentExemption: STATE,
  getMultipleAccounts: READ,
  getProgramAccounts: SCAN,
  getRecentPerformanceSamples: READ,
  getRecentPrioritizationFees: STATE,
  getSignatureStatuses: STATE,
  getSignaturesForAddress: READ,
  getSlot: STATE,
  getSlotLeader: STATE,
  getSlotLeaders: READ,
  getStakeMinimumDelegation: STATE,
  getSupply: READ,
  getTokenAccountBalance: STATE,
  getTokenAccountsByDelegate: READ,
  getTokenAccountsByOwner: READ,
  getTokenLargestAccounts: READ,
  getTokenSupply: STATE,
  getTransaction: READ,
  getTransactionCount: STATE,
  getVersion: STATE,
  getVoteAccounts: READ,
  isBlockhashValid: STATE,
  minimumLedgerSlot: STATE,
  requestAirdrop: WRITE,
  sendTransaction: WRITE,
  simulateTransaction: READ,
};

/** Methods with another name that scan a program, such as `getProgramAccountsV2` of some providers. */
const SCANS = /^getProgramAccounts/;
const READS = /^(?:get|is)[A-Z]\w{0,60}$/;

/** What callers can rely on, for the documents. */
export const NODE_METHODS_RULE =
  'POST /solana forwards the methods of the node of the chain: those that begin with `get` or `is`, `simulateTransaction` and `minimumLedgerSlot`; `sendTransaction` and `requestAirdrop` only if the operator has set `SOLANA_FORWARD_<chainId>=all`. Params and result are unchanged, and an error of the node has its code, message and data. Methods of this service with the same name come first. `getProgramAccounts` needs a memcmp or dataSize filter. A result has at most 32 MiB.';

/** Returns the method of a node with this name; undefined if the name is not one of a method that can be forwarded. */
export function nodeMethod(name: string): NodeMethod | undefined {
  const listed = Object.hasOwn(NODE_METHODS, name) ? NODE_METHODS[name] : undefined;
  const row = listed ?? (SCANS.test(name) ? SCAN : READ);
  if (listed === undefined && !READS.test(name)) return undefined;
  return {
    name,
    label: listed === undefined ? 'other node method' : name,
    units: WORK_UNITS.nodeRead,
    level: 'read',
    isOnce: false,
    ...row,
  };
}

/** The methods that the table lists. */
export const nodeMethods = Object.keys(NODE_METHODS).flatMap((name) => nodeMethod(name) ?? []);

/**
 * Checks the params of a method that scans a program.
 * @throws InvalidInputError `missing-filter` without a `memcmp` or `dataSize` filter
 */
export function checkFilters({ name }: NodeMethod, params: unknown): void {
  if (!SCANS.test(name)) return;
  const [, config] = Array.isArray(params) ? params : [];
  const { filters } = (config ?? {}) as { filters?: unknown };
  const isFilter = (each: unknown) => {
    const { memcmp, dataSize } = (each ?? {}) as { memcmp?: { bytes?: unknown } | null; dataSize?: unknown };
    const bytes = memcmp?.bytes;
    // An empty memcmp matches every account.
    return (
      dataSize !== undefined || ((typeof bytes === 'string' || Array.isArray(bytes)) && bytes.length > 0)
    );
  };
  if (Array.isArray(filters) && filters.some(isFilter)) return;
  throw new InvalidInputError(
    'missing-filter',
    `${name} needs a memcmp or dataSize filter, because it reads every account of a program`,
    'params[1].filters',
  );
}

/**
 * Writes the params of a call to a node as JSON.
 * @throws InvalidInputError `too-big` if they have a number beyond the range of a double, such as 1e400
 */
export function writeNodeParams(params: unknown): string {
  try {
    return writeJson(params);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new InvalidInputError('too-big', 'A number is beyond the range of a double', 'params');
  }
}
