import type { Delegation, StakeAccount } from '@/lib/solana/account-description/stake-account';
import { decodeAddress } from '@/lib/solana/address/address';

// Encodes accounts of programs other than the token programs: the counterpart of `lib/solana/account-description`, for
// the sample network and tests.

const bytesOf = (address: string) => decodeAddress(address) ?? new Uint8Array(32);
const NEVER = 18446744073709551615n;

type DelegatedStake = Extract<StakeAccount, { staker: string }>;

type Stake = Omit<DelegatedStake, 'state' | 'delegation'> & {
  delegation: Omit<Delegation, 'isOfGenesis'> | null;
};

/** Encodes a stake account of 200 bytes. */
export function encodeStakeAccount(stake: Stake): Buffer {
  const { rentExemptReserve, staker, withdrawer, lockup, delegation } = stake;
  const buffer = Buffer.alloc(200);
  buffer.writeUInt32LE(delegation === null ? 1 : 2, 0);
  buffer.writeBigUInt64LE(rentExemptReserve, 4);
  buffer.set(bytesOf(staker), 12);
  buffer.set(bytesOf(withdrawer), 44);
  buffer.writeBigInt64LE(lockup.unixTimestamp, 76);
  buffer.writeBigUInt64LE(lockup.epoch, 84);
  buffer.set(bytesOf(lockup.custodian), 92);
  if (delegation === null) return buffer;
  buffer.set(bytesOf(delegation.voter), 124);
  buffer.writeBigUInt64LE(delegation.stake, 156);
  buffer.writeBigUInt64LE(delegation.activationEpoch, 164);
  buffer.writeBigUInt64LE(delegation.deactivationEpoch ?? NEVER, 172);
  return buffer;
}

/** Encodes a nonce account of 80 bytes. */
export function encodeNonceAccount(authority: string, nonce: string, lamportsPerSignature = 5_000n): Buffer {
  const buffer = Buffer.alloc(80);
  buffer.writeUInt32LE(1, 0);
  buffer.writeUInt32LE(1, 4);
  buffer.set(bytesOf(authority), 8);
  buffer.set(bytesOf(nonce), 40);
  buffer.writeBigUInt64LE(lamportsPerSignature, 72);
  return buffer;
}

/** Encodes a multisig of a token program, 355 bytes. */
export function encodeMultisig(required: number, signers: readonly string[]): Buffer {
  const buffer = Buffer.alloc(355);
  buffer.set([required, signers.length, 1]);
  signers.forEach((signer, index) => {
    buffer.set(bytesOf(signer), 3 + 32 * index);
  });
  return buffer;
}

/** Encodes a vote account of version 3 without votes, 3,762 bytes. */
export function encodeVoteAccount(node: string, withdrawer: string, commission: number): Buffer {
  const buffer = Buffer.alloc(3_762);
  buffer.writeUInt32LE(2, 0);
  buffer.set(bytesOf(node), 4);
  buffer.set(bytesOf(withdrawer), 36);
  buffer[68] = commission;
  return buffer;
}

/** Encodes the account of a program under the upgradeable loader. */
export function encodeProgram(programData: string): Buffer {
  const buffer = Buffer.alloc(36);
  buffer.writeUInt32LE(2, 0);
  buffer.set(bytesOf(programData), 4);
  return buffer;
}

/** Encodes a programdata account, which has a program's upgrade authority and code. */
export function encodeProgramData(slot: bigint, upgradeAuthority: string | null, codeBytes: number): Buffer {
  const buffer = Buffer.alloc(45 + codeBytes);
  buffer.writeUInt32LE(3, 0);
  buffer.writeBigUInt64LE(slot, 4);
  if (upgradeAuthority === null) return buffer;
  buffer[12] = 1;
  buffer.set(bytesOf(upgradeAuthority), 13);
  return buffer;
}

/** Encodes an account of the SPL Name Service under `.sol`. */
export function encodeNameAccount(owner: string, data: Uint8Array = new Uint8Array(0)): Buffer {
  const parent = bytesOf('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx');
  return Buffer.concat([parent, bytesOf(owner), new Uint8Array(32), data]);
}
