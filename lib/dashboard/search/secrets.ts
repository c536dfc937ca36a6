import { base58 } from '@scure/base';
import { decodeBase58check } from '@/lib/bitcoin/base58-keys';
import { holdsRecoveryPhrase } from './recovery-phrase';

/** Maximum length of text that is scanned for secrets. Longer text counts as a secret and must not leave the device. */
export const MAX_SCANNED = 65_536;

/** A kind of Bitcoin private key in base58. */
type KeyKind = {
  shape: RegExp;
  /** Checks the bytes that the checksum protects; undefined if the shape decides. */
  hasBytes?: (body: Uint8Array) => boolean;
  /** Name of the kind, with an article. */
  name: (key: string) => string;
};

const WIF_VERSIONS = [128, 239];
const wif = () => 'a Bitcoin private key (WIF)';

/** The checksum of a key with a distinctive prefix may be invalid: a mistyped key still reveals nearly the whole key. */
const KEY_KINDS: readonly KeyKind[] = [
  // BIP-32, SLIP-132.
  {
    shape: /^[xyztuvYZUV]prv[1-9A-HJ-NP-Za-km-z]{50,120}$/,
    name: (key) => `an extended private key (${key.slice(0, 4)})`,
  },
  { shape: /^(5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})$/, name: wif },
  {
    shape: /^.{51,52}$/,
    hasBytes: ({ length, 0: version = -1 }) =>
      (length === 33 || length === 34) && WIF_VERSIONS.includes(version),
    name: wif,
  },
  {
    shape: /^6P[1-9A-HJ-NP-Za-km-z]{56}$/,
    hasBytes: ({ length }) => length === 39,
    name: () => 'an encrypted private key (BIP-38)',
  },
];

/**
 * Finds a secret in text and returns its name with an article, such as "a recovery phrase". Detects Bitcoin private
 * keys (WIF, BIP-32, BIP-38), including those within a descriptor or JSON, English recovery phrases (BIP-39) and Solana
 * key pairs. Returns undefined if the text contains no secret. Rejects if the word list or the curve library cannot be
 * loaded; the caller must then not use the text.
 */
export async function secretIn(input: string): Promise<string | undefined> {
  if (input.length > MAX_SCANNED) return 'a text too long to be searched for private keys';
  const text = stripInvisible(input);
  const tokens = text.split(/[^1-9A-HJ-NP-Za-km-z]+/);
  const key = tokens.map(describePrivateKey).find((found) => found !== undefined);
  if (key !== undefined)
    return /^\s*(pkh|wpkh|sh|wsh|tr|rawtr|pk|combo)\(/.test(text) ? 'a descriptor with a private key' : key;
  if (await holdsSolanaKeyPair(text, tokens)) return 'the private key of a Solana account';
  if (await holdsRecoveryPhrase(text)) return 'a recovery phrase';
  return undefined;
}

/** Checks whether text contains 32 bytes of hex, which may be a private key. */
export const holdsHex32 = (text: string): boolean => hexOf(text, 32).length > 0;

function describePrivateKey(token: string): string | undefined {
  for (const { shape, hasBytes, name } of KEY_KINDS) {
    if (!shape.test(token)) continue;
    const body = hasBytes && decodeBase58check(token);
    if (hasBytes === undefined || (body !== undefined && hasBytes(body))) return name(token);
  }
  return undefined;
}

const PAIR_BYTES = 64;

/**
 * Checks whether text contains a Solana key pair: 64 bytes in base58, as comma-separated numbers (a key file), or in
 * hex, of which the last 32 are the ed25519 public key of the first 32. Any other 64 bytes count as a signature. Loads
 * the curve library only if the text contains 64 bytes.
 * @param tokens the runs of base58 characters in the text
 */
async function holdsSolanaKeyPair(text: string, tokens: readonly string[]): Promise<boolean> {
  const pairs = [
    ...tokens.flatMap((token) => decodeBase58Of64(token) ?? []),
    ...numbersIn(text),
    ...hexOf(text, PAIR_BYTES).map((word) =>
      Uint8Array.from(word.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    ),
  ];
  if (pairs.length === 0) return false;
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  return pairs.some((pair) => {
    const publicKey = ed25519.getPublicKey(pair.subarray(0, 32));
    return publicKey.every((byte, i) => byte === pair[32 + i]);
  });
}

/** Decodes base58 of exactly 64 bytes, such as a Solana signature or key pair; returns undefined for other text. */
export function decodeBase58Of64(text: string): Uint8Array | undefined {
  // 64 bytes take 64 to 88 characters.
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return undefined;
  const bytes = base58.decode(text);
  return bytes.length === PAIR_BYTES ? bytes : undefined;
}

/** Finds lists of 64 byte values in text. */
function numbersIn(text: string): Uint8Array[] {
  return text
    .split(/[^0-9,\s]+/)
    .filter(({ length }) => length >= 2 * PAIR_BYTES - 1)
    .map((list) => list.split(/[,\s]+/).filter((digits) => digits !== ''))
    .filter((list) => list.length === PAIR_BYTES && list.every((digits) => Number(digits) < 256))
    .map((list) => Uint8Array.from(list, Number));
}

/** Finds words in text that are hex of this many bytes, with or without `0x`. */
const hexOf = (text: string, bytes: number): string[] =>
  text
    .replace(/0x/gi, ' ')
    .split(/[^0-9a-zA-Z]+/)
    .filter((word) => word.length === 2 * bytes && /^[0-9a-f]+$/i.test(word));

/** Removes zero-width and direction characters. Copying often adds them, and no address contains them. */
export const stripInvisible = (text: string): string =>
  text.replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '');
