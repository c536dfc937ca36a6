import type { Delegation, StakeAccount } from '@/lib/solana/account-description/stake-account';
import { i64, key, padded, u8, u32, u64 } from './bytes';

// Encodes accounts of programs other than the token programs: the counterpart of `lib/solana/account-description`, for
// the sample network and tests.

const NEVER = 18446744073709551615n;
const RENT_EXEMPT_RESERVE = 2_282_880n;

type DelegatedStake = Extract<StakeAccount, { staker: string }>;

type Stake = Omit<DelegatedStake, 'state' | 'delegation'> & {
  delegation: Omit<Delegation, 'isOfGenesis'> | null;
};

/** Encodes a stake account of 200 bytes. */
export function encodeStakeAccount(stake: Stake): Buffer {
  const { staker, withdrawer, lockup, delegation } = stake;
  const delegated = delegation && [
    key(delegation.voter),
    u64(delegation.stake),
    u64(delegation.activationEpoch),
    u64(delegation.deactivationEpoch ?? NEVER),
  ];
  return padded(
    200,
    u32(delegated ? 2 : 1),
    u64(RENT_EXEMPT_RESERVE),
    key(staker),
    key(withdrawer),
    i64(lockup.unixTimestamp),
    u64(lockup.epoch),
    key(lockup.custodian),
    ...(delegated ?? []),
  );
}

/** Encodes a nonce account of 80 bytes. */
export const encodeNonceAccount = (authority: string, nonce: string, lamportsPerSignature = 5_000n): Buffer =>
  padded(80, u32(1), u32(1), key(authority), key(nonce), u64(lamportsPerSignature));

/** Encodes a multisig of a token program, 355 bytes. */
export const encodeMultisig = (required: number, signers: readonly string[]): Buffer =>
  padded(355, u8(required, signers.length, 1), ...signers.map(key));

/** Encodes a vote account of version 3 without votes, 3,762 bytes. */
export const encodeVoteAccount = (node: string, withdrawer: string, commission: number): Buffer =>
  padded(3_762, u32(2), key(node), key(withdrawer), u8(commission));

/** Encodes the account of a program under the upgradeable loader. */
export const encodeProgram = (programData: string): Buffer => padded(36, u32(2), key(programData));

/** Encodes a programdata account, which has a program's upgrade authority and code. */
export const encodeProgramData = (slot: bigint, upgradeAuthority: string | null, codeBytes: number): Buffer =>
  padded(
    45 + codeBytes,
    u32(3),
    u64(slot),
    ...(upgradeAuthority === null ? [] : [u8(1), key(upgradeAuthority)]),
  );

/** Encodes an account of the SPL Name Service under `.sol`. */
export const encodeNameAccount = (owner: string, data: Uint8Array = new Uint8Array(0)): Buffer =>
  padded(96 + data.length, key('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx'), key(owner), key(null), data);
