import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** Where the code of an upgradeable program is, and who may replace it. */
export type ProgramData = {
  /** Slot of the last deployment. */
  slot: bigint;
  /** Null: nobody, ever again. */
  upgradeAuthority: SolanaAddress | null;
};

const PROGRAM = 2;
const PROGRAM_DATA = 3;
/** Bytes of a programdata account before the code. */
export const PROGRAM_DATA_HEAD_BYTES = 45;

/**
 * The programdata address that an upgradeable program names (`UpgradeableLoaderState::Program`: u32 2, address).
 * @returns undefined when the bytes are no such program
 */
export function decodeProgram(bytes: Uint8Array): SolanaAddress | undefined {
  if (bytes.length < 36 || asBuffer(bytes).readUInt32LE(0) !== PROGRAM) return undefined;
  return encodeAddress(bytes, 4);
}

/**
 * Head of a programdata account (`UpgradeableLoaderState::ProgramData`: u32 3, slot u64, `Option<Pubkey>`).
 * @returns undefined when the bytes are none
 */
export function decodeProgramData(bytes: Uint8Array): ProgramData | undefined {
  if (bytes.length < PROGRAM_DATA_HEAD_BYTES) return undefined;
  const buffer = asBuffer(bytes);
  const tag = buffer[12];
  if (buffer.readUInt32LE(0) !== PROGRAM_DATA || tag === undefined || tag > 1) return undefined;
  return {
    slot: buffer.readBigUInt64LE(4),
    upgradeAuthority: tag === 1 ? encodeAddress(buffer, 13) : null,
  };
}
