import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

/** Matches extended private keys by their prefix (BIP-32, SLIP-132), with or without a valid checksum. */
const EXTENDED = /^[xyztuvYZUV]prv[1-9A-HJ-NP-Za-km-z]{50,120}$/;
/**
 * Matches mainnet WIF keys without checking the checksum, because a mistyped key still reveals nearly the whole key.
 */
const WIF_SHAPE = /^(5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})$/;
const ENCRYPTED = /^6P[1-9A-HJ-NP-Za-km-z]{56}$/;
const WIF_VERSIONS = [128, 239];

const base58check = createBase58check(sha256);

/** Describes the kind of Bitcoin private key in base58, with an article; returns undefined for other text. */
export function describePrivateKey(token: string): string | undefined {
  if (token.length < 51 || token.length > 124) return undefined;
  if (EXTENDED.test(token)) return `an extended private key (${token.slice(0, 4)})`;
  if (WIF_SHAPE.test(token) || isWif(token)) return 'a Bitcoin private key (WIF)';
  return ENCRYPTED.test(token) && decoded(token)?.length === 39
    ? 'an encrypted private key (BIP-38)'
    : undefined;
}

function isWif(token: string): boolean {
  const body = token.length > 52 ? undefined : decoded(token);
  return (
    body !== undefined && (body.length === 33 || body.length === 34) && WIF_VERSIONS.includes(body[0] ?? -1)
  );
}

function decoded(token: string): Uint8Array | undefined {
  try {
    return base58check.decode(token);
  } catch {
    return undefined;
  }
}
