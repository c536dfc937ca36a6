import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer } from './account-bytes';

/** A master edition. `maxSupply` is null if any number can be printed. */
export type MasterEdition = { kind: 'master'; supply: bigint; maxSupply: bigint | null };

/** An edition account of the Token Metadata program: a master edition or one of its prints. */
export type Edition =
  | MasterEdition
  /** `parent` is the edition account of the master. */
  | { kind: 'print'; parent: SolanaAddress; number: bigint };

const EDITION_V1 = 1;
const MASTER_EDITION_V1 = 2;
const MASTER_EDITION_V2 = 6;

/**
 * Decodes an edition account (mpl-token-metadata `Edition`, `MasterEdition` and its deprecated first version).
 * @returns undefined if it is a different account, or burned (one byte)
 */
export function decodeEdition(bytes: Uint8Array): Edition | undefined {
  const buffer = asBuffer(bytes);
  switch (buffer[0]) {
    case EDITION_V1:
      if (buffer.length < 41) return undefined;
      return { kind: 'print', parent: encodeAddress(buffer, 1), number: buffer.readBigUInt64LE(33) };
    case MASTER_EDITION_V1:
    case MASTER_EDITION_V2: {
      const hasMaximum = buffer[9];
      if (hasMaximum !== 0 && (hasMaximum !== 1 || buffer.length < 18)) return undefined;
      const maxSupply = hasMaximum === 1 ? buffer.readBigUInt64LE(10) : null;
      return { kind: 'master', supply: buffer.readBigUInt64LE(1), maxSupply };
    }
    default:
      return undefined;
  }
}
