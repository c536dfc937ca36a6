import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** A multisig of a token program: an authority of which several must sign. */
export type Multisig = {
  /** How many of the signers must sign. */
  required: number;
  signers: SolanaAddress[];
};

const MULTISIG_BYTES = 355;
const MAX_SIGNERS = 11;

/**
 * Bytes of a multisig of either token program (spl-token `Multisig`): u8 required, u8 number of signers, u8
 * initialized, eleven addresses.
 * @returns undefined when the bytes are no initialized multisig
 */
export function decodeMultisig(bytes: Uint8Array): Multisig | undefined {
  const [required = 0, count = 0, initialized = 0] = bytes;
  if (bytes.length !== MULTISIG_BYTES || initialized !== 1) return undefined;
  if (count > MAX_SIGNERS || required < 1 || required > count) return undefined;
  const signers = Array.from({ length: count }, (_, index) => encodeAddress(bytes, 3 + 32 * index));
  return { required, signers };
}
