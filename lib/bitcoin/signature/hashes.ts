import { schnorr } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

// Hash functions for browsers. The server uses node:crypto instead.

/** Hashes the concatenated parts with SHA-256 twice. */
export const sha256Twice = (...parts: Uint8Array[]) => sha256(sha256(concatBytes(...parts)));

/** Hashes with SHA-256, then with RIPEMD-160. */
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));

/** Tagged hash as defined by BIP-340. */
export const { taggedHash } = schnorr.utils;

/** Returns the hash in a key's P2PKH or P2WPKH address, 20 bytes. */
export const keyHash = hash160;

/** Returns the hash in a compressed key's P2SH-P2WPKH address, 20 bytes. */
export const nestedHash = (key: Uint8Array) => hash160(concatBytes(Uint8Array.of(0x00, 0x14), hash160(key)));

export const isSame = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
