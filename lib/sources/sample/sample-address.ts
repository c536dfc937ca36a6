import { createHash } from 'node:crypto';
import { encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** An address of the sample network, the same in every run: SHA-256 of its name. */
export function sampleAddress(name: string): SolanaAddress {
  return encodeAddress(createHash('sha256').update(`satchel sample ${name}`).digest());
}
