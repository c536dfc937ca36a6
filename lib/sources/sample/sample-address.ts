import { createHash } from 'node:crypto';
import { decodeAddress, encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** Returns the address that the sample network uses for a name: the SHA-256 of `satchel sample <name>`. */
export function sampleAddress(name: string): SolanaAddress {
  return encodeAddress(createHash('sha256').update(`satchel sample ${name}`).digest());
}

/** Size of the number at the end of a numbered address, in bytes. */
const NUMBER_BYTES = 4;
const HASH_BYTES = 32 - NUMBER_BYTES;

/**
 * Returns a numbered address: a hash of the name and the number, then the number itself, so that it can be read back.
 */
export function numberedAddress(name: string, number: number): SolanaAddress {
  const bytes = createHash('sha256').update(`satchel sample ${name} ${number}`).digest();
  bytes.writeUInt32BE(number, HASH_BYTES);
  return encodeAddress(bytes);
}

/** Reads the number of a numbered address; returns undefined for any other address. */
export function numberOfAddress(name: string, address: SolanaAddress): number | undefined {
  const bytes = decodeAddress(address);
  if (bytes === undefined) return undefined;
  const number = Buffer.from(bytes).readUInt32BE(HASH_BYTES);
  return numberedAddress(name, number) === address ? number : undefined;
}
