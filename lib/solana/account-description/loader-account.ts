import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** Header of the programdata account, which contains the code of an upgradeable program. */
export type ProgramData = {
  /** Slot of the last deployment. */
  slot: bigint;
  /** Null if the program is immutable. */
  upgradeAuthority: SolanaAddress | null;
};

const PROGRAM = 2;
const PROGRAM_DATA = 3;
/** Size of a programdata account's header, in bytes. The program's code follows the header. */
export const PROGRAM_DATA_HEAD_BYTES = 45;

/**
 * Decodes the account of an upgradeable program and returns its programdata address (`UpgradeableLoaderState::Program`:
 * u32 2, address).
 * @returns undefined if the bytes are not an upgradeable program
 */
export function decodeProgram(bytes: Uint8Array): SolanaAddress | undefined {
  if (bytes.length < 36 || asBuffer(bytes).readUInt32LE(0) !== PROGRAM) return undefined;
  return encodeAddress(bytes, 4);
}

/**
 * Decodes the head of a programdata account (`UpgradeableLoaderState::ProgramData`: u32 3, slot u64, `Option<Pubkey>`).
 * @returns undefined if the bytes are not a programdata account
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
