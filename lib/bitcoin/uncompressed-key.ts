import { ECDH } from 'node:crypto';

/**
 * Decompresses a public key to 65 bytes (04, X, Y). Only for the server: uses node:crypto, which is three times as fast
 * as BigInt.
 * @param compressed 33 bytes or their hex, known to be a point on the curve
 */
export function uncompressedKey(compressed: string | Uint8Array): Buffer {
  const bytes = typeof compressed === 'string' ? Buffer.from(compressed, 'hex') : compressed;
  return ECDH.convertKey(bytes, 'secp256k1', undefined, undefined, 'uncompressed') as unknown as Buffer;
}
