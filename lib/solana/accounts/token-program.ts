import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { asBuffer, readOptionalAddress } from './account-bytes';

/** A token account of either token program; its first 165 bytes are the same in both. */
export type TokenAccount = {
  mint: SolanaAddress;
  owner: SolanaAddress;
  /** In the smallest unit, u64. */
  amount: bigint;
  delegate: SolanaAddress | null;
  delegatedAmount: bigint;
  state: (typeof ACCOUNT_STATES)[number];
  closeAuthority: SolanaAddress | null;
};

export const TOKEN_ACCOUNT_BYTES = 165;
/** Size of a multisig account. No token account has this size. */
export const MULTISIG_BYTES = 355;
/** Names of `AccountState`, indexed by number. */
export const ACCOUNT_STATES = ['uninitialized', 'initialized', 'frozen'] as const;

/**
 * Decodes a token account (spl-token `Account`, Token-2022 base account).
 * @returns undefined if the bytes are not a token account
 */
export function decodeTokenAccount(bytes: Uint8Array): TokenAccount | undefined {
  if (bytes.length < TOKEN_ACCOUNT_BYTES || bytes.length === MULTISIG_BYTES) return undefined;
  // Byte 165 of an extended account is the account type: 1 is a mint, 2 a token account.
  if (bytes.length > TOKEN_ACCOUNT_BYTES && bytes[TOKEN_ACCOUNT_BYTES] !== 2) return undefined;
  const buffer = asBuffer(bytes);
  const state = ACCOUNT_STATES[buffer.readUInt8(108)];
  if (state === undefined) return undefined;
  return {
    mint: encodeAddress(buffer, 0),
    owner: encodeAddress(buffer, 32),
    amount: buffer.readBigUInt64LE(64),
    delegate: readOptionalAddress(buffer, 72),
    state,
    delegatedAmount: buffer.readBigUInt64LE(121),
    closeAuthority: readOptionalAddress(buffer, 129),
  };
}

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
