import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/**
 * Lockup of a stake account: until it ends, withdrawals require the custodian's signature. All zeros mean no lockup.
 */
export type Lockup = {
  /** End of the lockup in seconds since 1970, i64. */
  unixTimestamp: bigint;
  epoch: bigint;
  custodian: SolanaAddress;
};

/** The delegation of a stake account. */
export type Delegation = {
  /** Vote account that the stake is delegated to. */
  voter: SolanaAddress;
  /** Delegated amount in lamports: the balance minus the rent reserve. */
  stake: bigint;
  activationEpoch: bigint;
  /** Whether the stake has been active since genesis and so has no activation epoch. */
  isOfGenesis: boolean;
  /** Null if the stake has not been deactivated. */
  deactivationEpoch: bigint | null;
};

/** A stake account (solana-stake-interface `StakeStateV2`). */
export type StakeAccount =
  | { state: 'uninitialized' }
  | { state: 'rewards-pool' }
  | {
      state: 'initialized' | 'delegated';
      staker: SolanaAddress;
      withdrawer: SolanaAddress;
      lockup: Lockup;
      /** Null if the state is `initialized`. */
      delegation: Delegation | null;
    };

const STATES = ['uninitialized', 'initialized', 'delegated', 'rewards-pool'] as const;
/** Size of a stake account, the same in every state. */
export const STAKE_BYTES = 200;
const NEVER = 18446744073709551615n;

/**
 * Decodes an account of the Stake program (bincode of `StakeStateV2`: u32 state; `Meta` at offset 4: reserve u64,
 * staker, withdrawer, lockup i64 · u64 · custodian; `Delegation` at offset 124: voter, stake u64, two epochs u64).
 * @returns undefined if the bytes are not a stake account
 */
export function decodeStakeAccount(bytes: Uint8Array): StakeAccount | undefined {
  if (bytes.length !== STAKE_BYTES) return undefined;
  const buffer = asBuffer(bytes);
  const state = STATES[buffer.readUInt32LE(0)];
  if (state === undefined) return undefined;
  if (state === 'uninitialized' || state === 'rewards-pool') return { state };
  return {
    state,
    staker: encodeAddress(buffer, 12),
    withdrawer: encodeAddress(buffer, 44),
    lockup: {
      unixTimestamp: buffer.readBigInt64LE(76),
      epoch: buffer.readBigUInt64LE(84),
      custodian: encodeAddress(buffer, 92),
    },
    delegation: state === 'delegated' ? decodeDelegation(buffer) : null,
  };
}

function decodeDelegation(buffer: Buffer): Delegation {
  const activationEpoch = buffer.readBigUInt64LE(164);
  const deactivation = buffer.readBigUInt64LE(172);
  return {
    voter: encodeAddress(buffer, 124),
    stake: buffer.readBigUInt64LE(156),
    activationEpoch,
    isOfGenesis: activationEpoch === NEVER,
    deactivationEpoch: deactivation === NEVER ? null : deactivation,
  };
}

/**
 * Returns the activation state of a delegation in `epoch` (`Delegation::stake_activating_and_deactivating`). A change
 * takes effect in the next epoch. Large changes, which the cluster spreads over several epochs, are not modeled,
 * because that requires the stake history.
 */
export function activationOf(
  { activationEpoch, isOfGenesis, deactivationEpoch }: Delegation,
  epoch: bigint,
): 'activating' | 'active' | 'deactivating' | 'inactive' {
  // Stake deactivated in its activation epoch was never active.
  if (deactivationEpoch === activationEpoch) return 'inactive';
  if (deactivationEpoch !== null && epoch > deactivationEpoch) return 'inactive';
  if (deactivationEpoch !== null && epoch === deactivationEpoch) return 'deactivating';
  return !isOfGenesis && epoch <= activationEpoch ? 'activating' : 'active';
}

/**
 * Checks whether a lockup is in force (`Lockup::is_in_force`).
 * @param epoch null if it is unknown; then only the time counts
 * @param unixSeconds the current time of the chain
 */
export function isLocked(lockup: Lockup, epoch: bigint | null, unixSeconds: bigint): boolean {
  return lockup.unixTimestamp > unixSeconds || (epoch !== null && lockup.epoch > epoch);
}
