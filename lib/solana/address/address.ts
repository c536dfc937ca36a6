import * as z from 'zod/mini';
import { type Base58Fault, decodeBase58, isBase58 } from './base58';
import { RecentAddresses } from './recent-addresses';

/** Created on first use: browsers only decode addresses and never need this cache. */
let recentAddresses: RecentAddresses | undefined;

/** Returns the reason and message for an invalid address: what is wrong and what is expected. */
function explain(fault: Base58Fault): { reason: string; message: string } {
  const expected = 'a Solana address is 32 bytes in base58 (32 to 44 characters)';
  switch (fault.reason) {
    case 'empty':
      return { reason: 'empty-address', message: `The address is empty; ${expected}` };
    case 'bad-character':
      return {
        reason: 'invalid-base58-character',
        message: `${JSON.stringify(fault.character)} at position ${fault.position + 1} is not a base58 character (0, O, I and l are not used); ${expected}`,
      };
    case 'wrong-length':
      return {
        reason: 'wrong-address-length',
        message: `The address is ${fault.bytes} bytes long; ${expected}`,
      };
  }
}

/** A Solana account address: 32 bytes in base58, on or off the curve. */
export const SolanaAddress = z.string({ error: 'Expected a Solana address as a base58 string' }).check(
  z.superRefine((text, context) => {
    const decoded = decodeBase58(text);
    if (decoded instanceof Uint8Array) return;
    const { reason, message } = explain(decoded);
    context.addIssue({ code: 'custom', message, params: { reason }, input: text });
  }),
  z.meta({
    id: 'SolanaAddress',
    description: 'A Solana account address: 32 bytes in base58.',
    examples: ['So11111111111111111111111111111111111111112'],
  }),
);
export type SolanaAddress = z.infer<typeof SolanaAddress>;

/** An account in a request: an address or a `.sol` name. */
export const SolanaAccountName = z.string().check(
  z.meta({
    id: 'SolanaAccountName',
    description: 'A Solana account address (32 bytes in base58), or a `.sol` name such as `name.sol`.',
    examples: ['So11111111111111111111111111111111111111112', 'name.sol'],
  }),
);

/** Checks whether a string ends in `.sol`. */
export const isSolName = (text: string): boolean => text.trim().toLowerCase().endsWith('.sol');

/** Encodes the 32 bytes at `offset` as an address. */
export function encodeAddress(bytes: Uint8Array, offset = 0): SolanaAddress {
  recentAddresses ??= new RecentAddresses();
  return recentAddresses.textOf(bytes, offset);
}

/** Decodes an address to 32 bytes; returns undefined if it is invalid. */
export function decodeAddress(address: string): Uint8Array | undefined {
  const decoded = decodeBase58(address);
  return decoded instanceof Uint8Array ? decoded : undefined;
}

/** Checks whether a string is a Solana address. */
export const isAddress = (text: string): boolean => isBase58(text);
