import { asBuffer } from '@/lib/solana/accounts/account-bytes';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** A durable nonce account (solana-nonce `Versions`). */
export type NonceAccount = {
  /** Who may advance it, withdraw from it and pass it on. */
  authority: SolanaAddress;
  /** The nonce that a transaction names in place of a recent blockhash, in base58. */
  nonce: string;
  lamportsPerSignature: bigint;
};

const NONCE_BYTES = 80;
const LAST_VERSION = 1;
const INITIALIZED = 1;

/**
 * Bytes of a nonce account, which the System program owns: u32 version, u32 state, authority, nonce, u64 fee.
 * @returns undefined when the bytes are none, or null when it is not initialized yet
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
