import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** A durable nonce account (solana-nonce `Versions`). */
export type NonceAccount = {
  /** Address that can advance the nonce, withdraw lamports and change the authority. */
  authority: SolanaAddress;
  /** The nonce that a transaction uses instead of a recent blockhash, in base58. */
  nonce: string;
  lamportsPerSignature: bigint;
};

const NONCE_BYTES = 80;
const LAST_VERSION = 1;
const INITIALIZED = 1;

/**
 * Decodes a nonce account of the System program: u32 version, u32 state, authority, nonce, u64 fee.
 * @returns undefined if the bytes are not a nonce account; null if it is not initialized
 */
export function decodeNonceAccount(bytes: Uint8Array): NonceAccount | null | undefined {
  if (bytes.length !== NONCE_BYTES) return undefined;
  const buffer = asBuffer(bytes);
  const state = buffer.readUInt32LE(4);
  if (buffer.readUInt32LE(0) > LAST_VERSION || state > INITIALIZED) return undefined;
  if (state !== INITIALIZED) return null;
  return {
    authority: encodeAddress(buffer, 8),
    nonce: encodeAddress(buffer, 40),
    lamportsPerSignature: buffer.readBigUInt64LE(72),
  };
}
