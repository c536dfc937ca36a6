import { createHash } from 'node:crypto';
import { decodeAddress, encodeAddress, type SolanaAddress } from '@/lib/solana/address/address';

/** An address of the sample network, the same in every run: SHA-256 of its name. */
export function sampleAddress(name: string): SolanaAddress {
  return encodeAddress(createHash('sha256').update(`satchel sample ${name}`).digest());
}

/** Bytes of the number at the end of a numbered address. */
const NUMBER_BYTES = 4;
const HASH_BYTES = 32 - NUMBER_BYTES;

/** The address of one of many: a hash of its name and its number, then the number itself, so that it can be told back. */
export function numberedAddress(name: string, number: number): SolanaAddress {
  const bytes = createHash('sha256').update(`satchel sample ${name} ${number}`).digest();
  bytes.writeUInt32BE(number, HASH_BYTES);
  return encodeAddress(bytes);
}

/** Which of many an address is; undefined where it is none of them. */
export function numberOfAddress(name: string, address: SolanaAddress): number | undefined {
  const bytes = decodeAddress(address);
  if (bytes === undefined) return undefined;
  const number = Buffer.from(bytes).readUInt32BE(HASH_BYTES);
  return numberedAddress(name, number) === address ? number : undefined;
}
