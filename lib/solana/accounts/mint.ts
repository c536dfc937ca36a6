import type { SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, readOptionalAddress } from './account-bytes';
import { TOKEN_ACCOUNT_BYTES } from './token-account';

/** A mint of either token program; its first 82 bytes are the same in both. */
export type Mint = {
  mintAuthority: SolanaAddress | null;
  /** In the smallest unit, u64. */
  supply: bigint;
  decimals: number;
  isInitialized: boolean;
  freezeAuthority: SolanaAddress | null;
};

const MINT_BYTES = 82;

/**
 * Decodes a mint (spl-token `Mint`, Token-2022 base mint; an extended mint is padded to 165 bytes, followed by the
 * account type 1).
 * @returns undefined if the bytes are not a mint
 */
export function decodeMint(bytes: Uint8Array): Mint | undefined {
  if (bytes.length !== MINT_BYTES) {
    if (bytes.length <= TOKEN_ACCOUNT_BYTES || bytes[TOKEN_ACCOUNT_BYTES] !== 1) return undefined;
  }
  const buffer = asBuffer(bytes);
  return {
    mintAuthority: readOptionalAddress(buffer, 0),
    supply: buffer.readBigUInt64LE(36),
    decimals: buffer.readUInt8(44),
    isInitialized: buffer.readUInt8(45) !== 0,
    freezeAuthority: readOptionalAddress(buffer, 46),
  };
}
