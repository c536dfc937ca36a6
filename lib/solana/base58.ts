/**
 * Base58 of exactly 32 bytes (Bitcoin alphabet), as Solana writes addresses. Safe in the browser.
 *
 * Works in limbs of 58^5 and digits of 2^16, so that every product stays below 2^46 and plain numbers are exact;
 * several times faster than a general base-x.
 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BYTES = 32;
/** 58^5: five characters make one limb; nine limbs hold 45 characters, and 32 bytes need at most 44. */
const LIMB = 58 ** 5;
const LIMBS = 9;
const MAX_CHARACTERS = 44;

const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < 58; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

/** One limb as its five characters: an array look-up instead of five divisions is not worth 656 M entries. */
const PAIRS: string[] = [];
for (let high = 0; high < 58; high++) {
  for (let low = 0; low < 58; low++) PAIRS.push(ALPHABET.charAt(high) + ALPHABET.charAt(low));
}

/** 32 bytes of `bytes`, from `offset`, as base58. */
export function encodeBase58(bytes: Uint8Array, offset = 0): string {
  const limbs = new Array<number>(LIMBS).fill(0);
  let used = 0;
  for (let i = offset; i < offset + BYTES; i += 2) {
    let carry = ((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0);
    for (let j = 0; j < used || carry > 0; j++) {
      const value = (limbs[j] ?? 0) * 65_536 + carry;
      carry = Math.floor(value / LIMB);
      limbs[j] = value - carry * LIMB;
      if (j >= used) used = j + 1;
    }
  }
  let text = '';
  for (let j = used - 1; j >= 0; j--) {
    const limb = limbs[j] ?? 0;
    const head = Math.floor(limb / 3364);
    text += PAIRS[Math.floor(head / 58)] + ALPHABET.charAt(head % 58) + PAIRS[limb % 3364];
  }
  let leading = 0;
  while (leading < text.length && text.charCodeAt(leading) === 49) leading++;
  let zeros = 0;
  while (zeros < BYTES && bytes[offset + zeros] === 0) zeros++;
  return '1'.repeat(zeros) + text.slice(leading);
}

/** Why a text is not base58 of 32 bytes. */
export type Base58Fault =
  | { reason: 'empty' }
  | { reason: 'bad-character'; character: string; position: number }
  | { reason: 'wrong-length'; bytes: number };

/** Text to 32 bytes, or what is wrong with it. Never throws. */
export function decodeBase58(text: string): Uint8Array | Base58Fault {
  if (text.length === 0) return { reason: 'empty' };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || (VALUES[code] ?? -1) < 0) {
      return {
        reason: 'bad-character',
        character: String.fromCodePoint(text.codePointAt(i) ?? 0),
        position: i,
      };
    }
  }
  // log(58)/log(256) of a byte a character: what the length alone promises, good enough for the message.
  if (text.length > MAX_CHARACTERS) return { reason: 'wrong-length', bytes: Math.ceil(text.length * 0.7322) };
  const bytes = new Uint8Array(BYTES + 2);
  const words = new Array<number>(BYTES / 2 + 1).fill(0);
  let used = 0;
  // The first group takes the remainder, so that all later groups are five characters.
  for (let i = 0, end = text.length % 5 || 5; i < text.length; i = end, end += 5) {
    let limb = 0;
    for (let k = i; k < end; k++) limb = limb * 58 + (VALUES[text.charCodeAt(k)] ?? 0);
    for (let j = 0; j < used || limb > 0; j++) {
      const value = (words[j] ?? 0) * LIMB + limb;
      limb = Math.floor(value / 65_536);
      words[j] = value - limb * 65_536;
      if (j >= used) used = j + 1;
    }
  }
  for (let j = 0; j < words.length; j++) {
    const word = words[j] ?? 0;
    bytes[BYTES + 1 - 2 * j] = word & 255;
    bytes[BYTES - 2 * j] = word >> 8;
  }
  let zeros = 0;
  while (zeros < text.length && text.charCodeAt(zeros) === 49) zeros++;
  let first = 0;
  while (first < bytes.length && bytes[first] === 0) first++;
  const length = zeros + bytes.length - first;
  return length === BYTES ? bytes.subarray(2) : { reason: 'wrong-length', bytes: length };
}
