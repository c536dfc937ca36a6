import { isUpstreamUnavailable } from '@/lib/errors';
import { childScope, type RequestScope } from '@/lib/promises/request-scope';
import { STAKE_PROGRAM } from '@/lib/solana/account-description/known-programs';
import {
  activationOf,
  decodeStakeAccount,
  isLocked,
  STAKE_BYTES,
} from '@/lib/solana/account-description/stake-account';
import { type Clock, decodeClock } from '@/lib/solana/accounts/clock';
import { isAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { CLOCK_ADDRESS } from '@/lib/solana/programs';
import type { StakeScan } from '@/lib/solana/solana-source';
import type { StakeItem } from '@/lib/solana/stake';
import { UnparsedBody } from '@/lib/sources/transport/rpc-request';
import type { Transport } from '@/lib/sources/transport/transport-type';
import { isOverloaded, isUpstreamCallError } from '@/lib/sources/transport/upstream-errors';
import { isLargeAnswer } from './large-answers';
import { integerOf, readAccount, readAccounts } from './read-accounts';

/** Deadline of the scan, in ms. Many nodes are slow to scan. */
const SCAN_MS = 10_000;
/** Maximum number of accounts, and of bytes that are parsed for each scan. */
const MAX_ACCOUNTS = 1_000;
const MAX_BYTES = 1024 * 1024;
const STAKER_OFFSET = 12;
const WITHDRAWER_OFFSET = 44;

/**
 * Lists the stake accounts that `owner` can withdraw or delegate, by two scans of the Stake program with a memory
 * filter (solana-stake-interface `StakeStateV2`), ordered by address.
 * @returns why they were not read if the node refuses a scan, responds too late or with malformed accounts
 * @throws OverloadedError, and the error of an aborted scope
 */
export async function scanStake(
  transport: Transport,
  owner: SolanaAddress,
  scope: RequestScope,
): Promise<StakeScan> {
  const box = childScope(scope, { timeoutMs: SCAN_MS });
  try {
    const [accounts, ...scans] = await Promise.all([
      readAccounts([CLOCK_ADDRESS], true, { transport, scope: box.scope }),
      scan(transport, owner, WITHDRAWER_OFFSET, box.scope),
      scan(transport, owner, STAKER_OFFSET, box.scope),
    ]);
    if (scans.includes('too-many')) return 'too-many';
    const account = accounts.get(CLOCK_ADDRESS);
    const clock = typeof account === 'object' && account ? decodeClock(account.data) : undefined;
    if (clock === undefined) return 'scan-refused';
    // An account that the owner can both withdraw and delegate is in both scans.
    const items = new Map<SolanaAddress, StakeItem>();
    for (const row of (scans as unknown[][]).flat()) {
      const item = stakeItem(row, owner, clock);
      if (item === undefined) return 'scan-refused';
      items.set(item.address, item);
    }
    if (items.size > MAX_ACCOUNTS) return 'too-many';
    return [...items.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  } catch (thrown) {
    if (scope.signal.aborted || isOverloaded(thrown)) throw thrown;
    if (isLargeAnswer(thrown)) return 'too-many';
    if (isUpstreamCallError(thrown) || isUpstreamUnavailable(thrown)) return 'scan-refused';
    throw thrown;
  } finally {
    box.abort();
  }
}

/** Returns the accounts with `owner` at `offset`, as sent by the node. */
function scan(
  transport: Transport,
  owner: SolanaAddress,
  offset: number,
  scope: RequestScope,
): Promise<unknown[] | 'too-many'> {
  const filters = [{ dataSize: STAKE_BYTES }, { memcmp: { offset, bytes: owner, encoding: 'base58' } }];
  const accept = (rows: unknown) =>
    rows instanceof UnparsedBody || (Array.isArray(rows) && rows.length > MAX_ACCOUNTS)
      ? 'too-many'
      : Array.isArray(rows)
        ? rows
        : undefined;
  return transport('getProgramAccounts', [STAKE_PROGRAM, { encoding: 'base64', filters }], scope, {
    accept,
    parseUpTo: MAX_BYTES,
  });
}

/** Converts a row of a scan; undefined if it is malformed or not an account of `owner`. */
function stakeItem(
  row: unknown,
  owner: SolanaAddress,
  { epoch, unixTimestamp }: Clock,
): StakeItem | undefined {
  const { pubkey: address, account } = (row ?? {}) as { pubkey?: unknown; account?: { lamports?: unknown } };
  const read = readAccount(account);
  const lamports = integerOf(account?.lamports);
  const stake = read?.owner === STAKE_PROGRAM ? decodeStakeAccount(read.data) : undefined;
  if (typeof address !== 'string' || !isAddress(address) || lamports === undefined) return undefined;
  if (stake === undefined || !('staker' in stake)) return undefined;
  const { staker, withdrawer, delegation, lockup } = stake;
  if (staker !== owner && withdrawer !== owner) return undefined;
  return {
    address,
    lamports,
    withdrawer,
    staker,
    validator: delegation?.voter ?? null,
    delegatedLamports: delegation?.stake ?? null,
    activation: delegation === null ? 'inactive' : activationOf(delegation, epoch),
    activationEpoch: delegation === null || delegation.isOfGenesis ? null : delegation.activationEpoch,
    deactivationEpoch: delegation?.deactivationEpoch ?? null,
    lockup: isLocked(lockup, epoch, unixTimestamp)
      ? { ...lockup, unixTimestamp: lockup.unixTimestamp > 0n ? lockup.unixTimestamp : 0n }
      : null,
  };
}
