import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { InvalidInputError } from '@/lib/errors';

/** Base58check with SHA-256, for browsers and the server. */
export const base58check = createBase58check(sha256);

/**
 * Version bytes of WIF private keys, on mainnet and the test networks. Including this byte, a key has 33 or 34 bytes.
 */
const WIF_VERSIONS = [128, 239];
/** Length of a serialized extended key in bytes (BIP-32). */
const EXTENDED_KEY_BYTES = 78;
/** Maximum number of base58 characters to decode. An extended key has 111. */
export const MAX_BASE58_CHARACTERS = 120;

/** Decodes base58check text to its version byte and payload. Returns undefined if the text or checksum is invalid. */
export function decodeBase58check(text: string): Uint8Array | undefined {
  try {
    const body = base58check.decode(text);
    return body.length > 0 ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Rejects base58check data that is a private key (WIF) or an extended key.
 * @throws InvalidInputError `private-key` or `extended-key`; the message does not contain the text
 */
export function refuseKeyData(body: Uint8Array): void {
  if (WIF_VERSIONS.includes(body[0] ?? -1) && (body.length === 33 || body.length === 34))
    throw new InvalidInputError(
      'private-key',
      'This is a private key, and this service has now seen it: move its coins to a new key',
    );
  if (body.length === EXTENDED_KEY_BYTES)
    throw new InvalidInputError(
      'extended-key',
      'This is an extended key (BIP-32): send a single address or public key',
    );
}
