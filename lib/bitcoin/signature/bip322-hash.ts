import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BtcAddressInfo } from '../address';
import { sha256Twice, taggedHash } from './hashes';

// Hashes that "simple" BIP-322 signatures sign: that of the virtual transaction `to_sign`, which spends the virtual
// transaction `to_spend`. Both depend only on the message and the script. Implemented here because @scure/btc-signer
// would add 30 kB (gzipped) to the page, and the BIP-322 packages need Buffer, a C++ addon and two more curve
// libraries. Tests compare the hashes with @scure/btc-signer.

const ZERO = new Uint8Array(32);
const ZERO_4 = ZERO.subarray(0, 4);
const ZERO_8 = ZERO.subarray(0, 8);
const INDEX_NONE = Uint8Array.of(0xff, 0xff, 0xff, 0xff);
/** Output with no value and the script OP_RETURN. */
const OUTPUT = concatBytes(ZERO_8, Uint8Array.of(0x01, 0x6a));
const ALL = 0x01;

/** Returns the output script of a P2SH, P2WPKH or P2TR address. */
function scriptOf({ type, payload }: BtcAddressInfo): Uint8Array {
  if (type === 'p2sh') return concatBytes(Uint8Array.of(0xa9, 0x14), payload, Uint8Array.of(0x87));
  return concatBytes(Uint8Array.of(type === 'p2tr' ? 0x51 : 0x00, payload.length), payload);
}

/** Returns the id of `to_spend` in network byte order. */
export function toSpendId(address: BtcAddressInfo, message: Uint8Array): Uint8Array {
  const script = scriptOf(address);
  return sha256Twice(
    ZERO_4,
    Uint8Array.of(1),
    ZERO,
    INDEX_NONE,
    Uint8Array.of(34, 0x00, 32),
    taggedHash('BIP0322-signed-message', message),
    ZERO_4,
    Uint8Array.of(1),
    ZERO_8,
    Uint8Array.of(script.length),
    script,
    ZERO_4,
  );
}

/**
 * Returns the hash that an ECDSA signature of `to_sign` signs with SIGHASH_ALL (BIP-143).
 * @param programme hash of the key, 20 bytes
 */
export function segwitHash(address: BtcAddressInfo, message: Uint8Array, programme: Uint8Array): Uint8Array {
  const outpoint = concatBytes(toSpendId(address, message), ZERO_4);
  return sha256Twice(
    ZERO_4,
    sha256Twice(outpoint),
    sha256Twice(ZERO_4),
    outpoint,
    // P2PKH script of the key.
    concatBytes(Uint8Array.of(0x19, 0x76, 0xa9, 0x14), programme, Uint8Array.of(0x88, 0xac)),
    ZERO_8,
    ZERO_4,
    sha256Twice(OUTPUT),
    ZERO_4,
    Uint8Array.of(ALL, 0, 0, 0),
  );
}

/**
 * Returns the hash that a Schnorr signature of `to_sign` signs when it spends by the key path (BIP-341).
 * @param hashType 0 or SIGHASH_ALL
 */
export function taprootHash(
  address: BtcAddressInfo,
  message: Uint8Array,
  hashType: 0 | typeof ALL,
): Uint8Array {
  const script = scriptOf(address);
  return taggedHash(
    'TapSighash',
    Uint8Array.of(0, hashType),
    ZERO_4,
    ZERO_4,
    sha256(concatBytes(toSpendId(address, message), ZERO_4)),
    sha256(ZERO_8),
    sha256(concatBytes(Uint8Array.of(script.length), script)),
    sha256(ZERO_4),
    sha256(OUTPUT),
    Uint8Array.of(0),
    ZERO_4,
  );
}

/** Encodes a message as UTF-8; legacy and BIP-322 signatures both sign these bytes. */
export const messageBytes = utf8ToBytes;
