import { createECDH } from 'node:crypto';

/** Returns the compressed public keys of the private keys `from`, `from + 1`, … */
export function publicKeys(count: number, from = 1): string[] {
  return Array.from({ length: count }, (_, i) => {
    const scalar = Buffer.alloc(32);
    scalar.writeUInt32BE(from + i, 28);
    const ecdh = createECDH('secp256k1');
    ecdh.setPrivateKey(scalar);
    return ecdh.getPublicKey('hex', 'compressed');
  });
}
