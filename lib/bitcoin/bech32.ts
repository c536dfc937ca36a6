import { bech32, bech32m } from '@scure/base';
import type { ErrorReason } from '@/lib/error-reasons';
import { InvalidInputError } from '@/lib/errors';

/** Encodings of segwit addresses: bech32 (BIP-173) and bech32m (BIP-350). */
type Bech32Variant = 'bech32' | 'bech32m';

/** A decoded string: its prefix in lower case, and its 5-bit words, excluding the checksum. */
export type Bech32 = { prefix: string; words: number[]; variant: Bech32Variant };

const CODERS = { bech32, bech32m };
const MAX_LENGTH = 90;

/**
 * Encodes a witness program (BIP-141) as an address: version 0 in bech32, later versions in bech32m (BIP-350).
 * @param prefix human-readable part: `bc`, `tb` or `bcrt`
 */
export function encodeSegwitAddress(prefix: string, version: number, program: Uint8Array): string {
  const { encode, toWords } = CODERS[version === 0 ? 'bech32' : 'bech32m'];
  return encode(prefix, [version, ...toWords(program)]);
}

/**
 * Decodes a bech32 or bech32m string. Checks for common faults first, because the library's errors are not specific.
 * @throws InvalidInputError `mixed-case`, `too-long`, `invalid-character`, `bad-checksum`, `empty-data`
 */
export function decodeBech32(text: string): Bech32 {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase())
    throw refusal('mixed-case', 'A bech32 address must be all lower case or all upper case');
  if (text.length > MAX_LENGTH)
    throw refusal('too-long', `A bech32 address has at most ${MAX_LENGTH} characters, not ${text.length}`);
  const data = lower.slice(lower.lastIndexOf('1') + 1);
  const foreign = /[^qpzry9x8gf2tvdw0s3jn54khce6mua7l]/u.exec(data);
  if (foreign)
    throw refusal(
      'invalid-character',
      `A bech32 address cannot contain ${describeCharacter(foreign[0])} after its prefix`,
    );
  // Try the expected encoding first: on a mismatch the library throws, which is slow.
  const variants: Bech32Variant[] = data.startsWith('q') ? ['bech32', 'bech32m'] : ['bech32m', 'bech32'];
  for (const variant of variants) {
    const decoded = CODERS[variant].decodeUnsafe(lower);
    if (!decoded) continue;
    if (decoded.words.length === 0)
      throw refusal('empty-data', 'The address has no witness version or program');
    return { ...decoded, variant };
  }
  throw refusal('bad-checksum', 'The checksum of the address is invalid: a character is wrong or missing');
}

/**
 * Converts 5-bit words to bytes.
 * @throws InvalidInputError `invalid-padding` if the padding is longer than 4 bits or not zero
 */
export function bytesOfWords(words: number[]): Uint8Array {
  const bytes = bech32.fromWordsUnsafe(words);
  if (!bytes)
    throw refusal(
      'invalid-padding',
      'The padding at the end of the address is not zero, as BIP-173 requires',
    );
  return bytes;
}

/** Describes a character for an error message: quoted if it is printable ASCII, otherwise its code point. */
export function describeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[!-~]$/.test(character) ? `"${character}"` : `U+${code}`;
}

const refusal = (reason: ErrorReason, message: string) => new InvalidInputError(reason, message);
