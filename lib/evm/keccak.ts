import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Calculates keccak-256 as lower-case hex without `0x`. Text is hashed as UTF-8. Also runs in a browser. */
export const keccakHex = (data: Uint8Array | string): string =>
  bytesToHex(keccak_256(typeof data === 'string' ? utf8ToBytes(data) : data));

/**
 * Prepares to hash `prefix ‖ rest`, absorbing the prefix only once.
 * @returns a function that takes the rest and returns the hash in hex
 */
export function keccakAfter(prefix: Uint8Array): (rest: Uint8Array) => string {
  const absorbed = keccak_256.create().update(prefix);
  return (rest) => bytesToHex(absorbed.clone().update(rest).digest());
}
