import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type * as z from 'zod/mini';
import { InvalidInputError } from '@/lib/errors';
import { parsedText } from '@/lib/json/describe';

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

/**
 * Schema of an EVM address: `0x` and 40 hex digits in any case. The output is in EIP-55 form. Also runs in a browser.
 */
export const EvmAddress = parsedText('address must be a string of 0x and 40 hex digits', parseEvmAddress);
export type EvmAddress = z.output<typeof EvmAddress>;

/**
 * Parses an address and returns its EIP-55 form. An address in a single case is accepted, because it has no checksum.
 * @throws InvalidInputError `not-an-evm-address`, or `bad-checksum` for wrong mixed case
 */
export function parseEvmAddress(text: string): string {
  const trimmed = text.trim();
  const digits = trimmed.slice(2);
  if (!/^0x[0-9a-f]{40}$/i.test(trimmed))
    throw new InvalidInputError(
      'not-an-evm-address',
      `An EVM address is 0x and 40 hex digits; this has ${trimmed.length} characters${trimmed.length === 42 ? ', not all of them hex' : ''}`,
    );
  const lower = digits.toLowerCase();
  const checksummed = checksumAddress(lower);
  if (digits !== lower && digits !== digits.toUpperCase() && digits !== checksummed.slice(2))
    throw new InvalidInputError(
      'bad-checksum',
      'The upper and lower case of the address do not match its EIP-55 checksum: correct the address, or send it in lower case',
    );
  return checksummed;
}

/**
 * Converts an address to its EIP-55 form.
 * @param hex 40 lower-case hex digits without `0x`
 */
export function checksumAddress(hex: string): string {
  const hash = keccakHex(hex);
  let text = '0x';
  for (let i = 0; i < 40; i++) {
    const digit = hex.charAt(i);
    text += hash.charCodeAt(i) >= 56 ? digit.toUpperCase() : digit; // 56 is the code of "8"
  }
  return text;
}
