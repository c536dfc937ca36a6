import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** The head of a vote account (solana-vote-interface `VoteStateVersions`). */
export type VoteAccount = {
  /** Identity key of the validator. */
  node: SolanaAddress;
  withdrawer: SolanaAddress;
  /** The validator's share of rewards, in basis points. */
  commissionBasisPoints: number;
};

/**
 * Decodes the head of a vote account in version 1.14.11 (tag 1), 3 (tag 2) or 4 (tag 3, SIMD-0185): u32 version, node,
 * withdrawer, then a commission in percent or, in version 4, two collectors and a commission in basis points.
 * @returns undefined for the oldest layout and for other bytes
 */
export function decodeVoteAccount(bytes: Uint8Array): VoteAccount | undefined {
  if (bytes.length < 134) return undefined;
  const buffer = asBuffer(bytes);
  const version = buffer.readUInt32LE(0);
  if (version < 1 || version > 3) return undefined;
  return {
    node: encodeAddress(buffer, 4),
    withdrawer: encodeAddress(buffer, 36),
    commissionBasisPoints: version === 3 ? buffer.readUInt16LE(132) : 100 * buffer.readUInt8(68),
  };
}
