import { decodeBase58Of64 } from '../base58-of-64';

const BYTES = 64;

/**
 * Checks whether text contains a Solana key pair: 64 bytes in base58, as comma-separated numbers (a key file), or in
 * hex, of which the last 32 are the ed25519 public key of the first 32. Any other 64 bytes count as a signature. Loads
 * the curve library only if the text contains 64 bytes.
 * @param tokens the runs of base58 characters in the text
 */
export async function holdsSolanaKeyPair(text: string, tokens: readonly string[]): Promise<boolean> {
  const pairs = [
    ...tokens.flatMap((token) => decodeBase58Of64(token) ?? []),
    ...numbersIn(text),
    ...hexIn(text),
  ];
  if (pairs.length === 0) return false;
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  return pairs.some((pair) => {
    const publicKey = ed25519.getPublicKey(pair.subarray(0, 32));
    return publicKey.every((byte, i) => byte === pair[32 + i]);
  });
}

/** Finds lists of 64 byte values in text. */
function numbersIn(text: string): Uint8Array[] {
  return text
    .split(/[^0-9,\s]+/)
    .filter(({ length }) => length >= 2 * BYTES - 1)
    .map((list) => list.split(/[,\s]+/).filter((digits) => digits !== ''))
    .filter((list) => list.length === BYTES && list.every((digits) => Number(digits) < 256))
    .map((list) => Uint8Array.from(list, Number));
}

function hexIn(text: string): Uint8Array[] {
  return text
    .replace(/0x/gi, ' ')
    .split(/[^0-9a-zA-Z]+/)
    .filter((word) => word.length === 2 * BYTES && /^[0-9a-f]+$/i.test(word))
    .map((word) => Uint8Array.from(word.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}
