import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** A multisig account of a token program. */
export type Multisig = {
  /** Number of required signatures. */
  required: number;
  signers: SolanaAddress[];
};

const MULTISIG_BYTES = 355;
const MAX_SIGNERS = 11;

/**
 * Decodes a multisig of either token program (spl-token `Multisig`): u8 required signatures, u8 number of signers, u8
 * initialized, then eleven addresses.
 * @returns undefined if the bytes are not an initialized multisig
 */
export function decodeMultisig(bytes: Uint8Array): Multisig | undefined {
  const [required = 0, count = 0, initialized = 0] = bytes;
  if (bytes.length !== MULTISIG_BYTES || initialized !== 1) return undefined;
  if (count > MAX_SIGNERS || required < 1 || required > count) return undefined;
  const signers = Array.from({ length: count }, (_, index) => encodeAddress(bytes, 3 + 32 * index));
  return { required, signers };
}
