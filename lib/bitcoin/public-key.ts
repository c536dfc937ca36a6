import { secp256k1 } from '@noble/curves/secp256k1.js';
import type * as z from 'zod/mini';
import type { ErrorReason } from '@/lib/error-reasons';
import { InvalidInputError } from '@/lib/errors';
import { parsedText } from '@/lib/json/describe';
import { decodeBase58check, MAX_BASE58_CHARACTERS, refuseKeyData } from './base58-keys';

/**
 * Schema of a Bitcoin public key: hex of 33 or 65 bytes in any case, with or without `0x`. The output is compressed, in
 * lower case and without `0x`, so that each key has a single form (contract §4). Safe in the browser.
 */
export const BtcPublicKey = parsedText(
  'btcPublicKey must be a hex string of 33 bytes (compressed) or 65 bytes (uncompressed)',
  parseBtcPublicKey,
);
export type BtcPublicKey = z.output<typeof BtcPublicKey>;

/**
 * Parses a public key to its compressed form, in lower case and without `0x`.
 * @throws InvalidInputError with a specific reason. An x-only key (32 bytes, from taproot wallets) matches two keys
 * with two different accounts; `data.candidates` contains both keys.
 */
export function parseBtcPublicKey(text: string): string {
  const hex = hexDigits(text);
  return PARSERS[hex.length / 2]?.(hex) ?? refuseLength(hex);
}

function hexDigits(text: string): string {
  const trimmed = text.trim();
  const digits = /^0x/i.test(trimmed) ? trimmed.slice(2) : trimmed;
  if (digits === '') throw refusal('empty', 'The public key is empty: expected 66 or 130 hex digits');
  if (digits.length > 1024) return refuseLength(digits);
  const foreign = /[^0-9a-f]/iu.exec(digits);
  if (foreign) {
    refuseBase58Key(trimmed);
    const code = (foreign[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw refusal(
      'not-hex',
      `The public key contains a character that is not a hex digit: U+${code} at position ${foreign.index + 1}`,
    );
  }
  if (digits.length % 2 === 1)
    throw refusal('odd-length', `The public key has an odd number of hex digits: ${digits.length}`);
  return digits.toLowerCase();
}

/** Rejects a private or extended key with the same error as `parseBtcAddress`. The error never contains the key. */
function refuseBase58Key(text: string): void {
  const body = text.length > MAX_BASE58_CHARACTERS ? undefined : decodeBase58check(text);
  if (body !== undefined) refuseKeyData(body);
}

function refuseLength(hex: string): never {
  throw refusal(
    'wrong-length',
    `The public key is ${Math.floor(hex.length / 2)} bytes long: expected 33 (compressed) or 65 (uncompressed)`,
  );
}

/** Parsers by length of the key, in bytes. Other lengths are rejected. */
const PARSERS: Record<number, (hex: string) => string> = {
  32: (hex) => {
    pointOf(`02${hex}`);
    throw refusal(
      'x-only-public-key',
      'An x-only key (32 bytes) matches two public keys with different accounts: send one of data.candidates (33 bytes)',
      { candidates: [`02${hex}`, `03${hex}`] },
    );
  },
  33: (hex) => {
    const prefix = hex.slice(0, 2);
    if (prefix !== '02' && prefix !== '03') throw wrongPrefix(prefix, '33 bytes must start with 02 or 03');
    pointOf(hex);
    return hex;
  },
  64: () => {
    throw refusal(
      'missing-prefix',
      'The key has 64 bytes (X and Y without a prefix): add the prefix 04, or send the 33-byte form',
    );
  },
  65: (hex) => {
    const prefix = hex.slice(0, 2);
    if (prefix === '06' || prefix === '07')
      throw refusal(
        'hybrid-public-key',
        'Hybrid keys (prefix 06 or 07) are not supported: use the prefix 04, or send the 33-byte form',
      );
    if (prefix !== '04') throw wrongPrefix(prefix, '65 bytes must start with 04');
    return pointOf(hex).toHex(true);
  },
};

const { Point } = secp256k1;

/** Reads the point of a key of 33 or 65 bytes with the prefix 02, 03 or 04. */
function pointOf(hex: string) {
  for (const [name, digits] of [
    ['x', hex.slice(2, 66)],
    ['y', hex.slice(66)],
  ] as const)
    if (BigInt(`0x0${digits}`) >= Point.Fp.ORDER)
      throw refusal(`${name}-out-of-range`, `The key's ${name} is not less than the prime of secp256k1`);
  try {
    return Point.fromHex(hex);
  } catch {
    throw refusal('not-on-curve', 'The public key is not a point on the curve secp256k1');
  }
}

const wrongPrefix = (prefix: string, rule: string) =>
  refusal('unknown-prefix', `The public key starts with ${prefix}: a key of ${rule}`);
const refusal = (reason: ErrorReason, message: string, data = {}) =>
  new InvalidInputError(reason, message, undefined, data);
