import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** The parts of a stake pool that determine the rate of its token. */
export type StakePool = {
  mint: SolanaAddress;
  /** Stake of the pool, u64. */
  lamports: bigint;
  /** Supply of the pool's token in raw units, u64. Its mint always has 9 decimals, like SOL. */
  supply: bigint;
  /** Epoch of the pool's last update. */
  epoch: bigint;
};

/** End of the last field that is read. */
const MIN_BYTES = 282;

/**
 * Decodes an account of the stake pool program (spl-stake-pool `StakePool`: account type 1; mint at offset 162;
 * lamports, supply and epoch from 258, all u64).
 * @returns undefined if the bytes are not a stake pool
 */
export function decodeStakePool(bytes: Uint8Array): StakePool | undefined {
  if (bytes.length < MIN_BYTES || bytes[0] !== 1) return undefined;
  const buffer = asBuffer(bytes);
  return {
    mint: encodeAddress(buffer, 162),
    lamports: buffer.readBigUInt64LE(258),
    supply: buffer.readBigUInt64LE(266),
    epoch: buffer.readBigUInt64LE(274),
  };
}
