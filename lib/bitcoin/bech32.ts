import { InvalidInputError } from '@/lib/errors';

/** Bech32 (BIP-173) and bech32m (BIP-350) for segwit addresses, with a reason for each way to be wrong. */
type Bech32Variant = 'bech32' | 'bech32m';

/** A decoded string: its prefix, lower case, and its 5-bit words without the checksum. */
export type Bech32 = { prefix: string; words: number[]; variant: Bech32Variant };

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const VALUE_OF = new Map([...CHARSET].map((character, value) => [character, value]));
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const CHECKSUM: Record<Bech32Variant, number> = { bech32: 1, bech32m: 0x2bc830a3 };
const MAX_LENGTH = 90;

function step(checksum: number, value: number): number {
  const top = checksum >>> 25;
  let next = ((checksum & 0x1ffffff) << 5) ^ value;
  if (top & 1) next ^= GENERATOR[0];
  if (top & 2) next ^= GENERATOR[1];
  if (top & 4) next ^= GENERATOR[2];
  if (top & 8) next ^= GENERATOR[3];
  if (top & 16) next ^= GENERATOR[4];
  return next;
}

function prefixChecksum(prefix: string): number {
  let checksum = 1;
  for (let i = 0; i < prefix.length; i++) checksum = step(checksum, prefix.charCodeAt(i) >> 5);
  checksum = step(checksum, 0);
  for (let i = 0; i < prefix.length; i++) checksum = step(checksum, prefix.charCodeAt(i) & 31);
  return checksum;
}

/**
 * Encodes a witness program (BIP-141) as an address: version 0 in bech32, later ones in bech32m (BIP-350).
 * @param prefix human-readable part, `bc`, `tb` or `bcrt`
 */
export function encodeSegwitAddress(prefix: string, version: number, program: Uint8Array): string {
  let checksum = step(prefixChecksum(prefix), version);
  let text = `${prefix}1${CHARSET.charAt(version)}`;
  let buffer = 0;
  let bits = 0;
  const push = (word: number) => {
    checksum = step(checksum, word);
    text += CHARSET.charAt(word);
  };
  for (const byte of program) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) push((buffer >> (bits - 5)) & 31);
  }
  if (bits > 0) push((buffer << (5 - bits)) & 31);
  for (let i = 0; i < 6; i++) checksum = step(checksum, 0);
  checksum ^= CHECKSUM[version === 0 ? 'bech32' : 'bech32m'];
  for (let i = 0; i < 6; i++) text += CHARSET.charAt((checksum >>> (5 * (5 - i))) & 31);
  return text;
}

/**
 * Decodes a bech32 or bech32m string.
 * @throws InvalidInputError `mixed-case`, `too-long`, `invalid-character`, `bad-checksum`, `empty-data`
 */
export function decodeBech32(text: string): Bech32 {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase())
    throw refusal('mixed-case', 'A bech32 address is written in one case: all lower or all upper');
  if (text.length > MAX_LENGTH)
    throw refusal(
      'too-long',
      `A bech32 address has at most ${MAX_LENGTH} characters: this one has ${text.length}`,
    );
  const separator = lower.lastIndexOf('1');
  const prefix = lower.slice(0, separator);
  const data = lower.slice(separator + 1);
  let checksum = prefixChecksum(prefix);
  const words: number[] = [];
  for (const character of data) {
    const value = VALUE_OF.get(character);
    if (value === undefined)
      throw refusal(
        'invalid-character',
        `A bech32 address does not use ${describeCharacter(character)} after its prefix`,
      );
    checksum = step(checksum, value);
    words.push(value);
  }
  const variant = data.length < 6 ? undefined : variantOf(checksum);
  if (variant === undefined)
    throw refusal('bad-checksum', "The address' checksum does not fit: a character is wrong or missing");
  if (words.length === 6) throw refusal('empty-data', 'The address holds no witness version and program');
  return { prefix, words: words.slice(0, -6), variant };
}

function variantOf(checksum: number): Bech32Variant | undefined {
  if (checksum === CHECKSUM.bech32) return 'bech32';
  return checksum === CHECKSUM.bech32m ? 'bech32m' : undefined;
}

/**
 * Joins 5-bit words to bytes.
 * @throws InvalidInputError `invalid-padding` (more than 4 bits, or not zero)
 */
export function bytesOfWords(words: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const word of words) {
    buffer = ((buffer << 5) | word) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
  }
  if (bits >= 5 || (buffer & ((1 << bits) - 1)) !== 0)
    throw refusal('invalid-padding', "The address' last bits are not the zero padding that BIP-173 asks for");
  return Uint8Array.from(bytes);
}

/** A character in words that survive a terminal: zero-width ones are pasted more often than one thinks. */
export function describeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[!-~]$/.test(character) ? `"${character}"` : `U+${code}`;
}

const refusal = (reason: string, message: string) => new InvalidInputError(reason, message);
