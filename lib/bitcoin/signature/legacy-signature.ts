import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BtcAddressInfo } from '../address';
import { isSame, keyHash, nestedHash, sha256Twice } from './hashes';
import { refusal, type SignatureProof } from './signature-proof';

/** Length of a signature in bytes: a header byte and a compact signature of 64 bytes. */
export const LEGACY_LENGTH = 65;

const PREFIX = utf8ToBytes('\x18Bitcoin Signed Message:\n');

/**
 * Ranges of BIP-137 header bytes, four per address type. For segwit addresses, Electrum uses the header bytes of
 * compressed P2PKH.
 */
const HEADERS = [
  { first: 27, name: 'legacy addresses of an uncompressed key', types: ['p2pkh'] },
  { first: 31, name: 'addresses of a compressed key', types: ['p2pkh', 'p2sh', 'p2wpkh'] },
  { first: 35, name: 'nested segwit addresses (P2SH-P2WPKH)', types: ['p2sh'] },
  { first: 39, name: 'native segwit addresses (P2WPKH)', types: ['p2wpkh'] },
];

/**
 * Verifies a BIP-137 signature (Bitcoin Core's `signmessage`) by recovering the key.
 * @param signature {@link LEGACY_LENGTH} bytes
 * @throws SignatureRefusal `unsupported-signature`, `unknown-header`, `other-address-kind`, `not-a-signature`,
 * `other-message-or-key` (recovery gives some key for any text, so a wrong message cannot be distinguished from a wrong
 * key)
 */
export function checkLegacySignature(
  { type, payload }: BtcAddressInfo,
  message: Uint8Array,
  signature: Uint8Array,
): SignatureProof {
  if (type === 'p2tr')
    throw refusal(
      'unsupported-signature',
      'A 65-byte signature (BIP-137, “ECDSA”) cannot prove ownership of a taproot address: sign with BIP-322 in the wallet',
    );
  const header = signature[0] ?? 0;
  const kind = HEADERS.find(({ first }) => header >= first && header < first + 4);
  if (kind === undefined)
    throw refusal('unknown-header', `The first byte of a 65-byte signature must be 27 to 42, not ${header}`);
  if (!kind.types.includes(type))
    throw refusal(
      'other-address-kind',
      `The first byte of this signature (${header}) is for ${kind.name}, but this address has a different type`,
    );
  const key = recoverKey(header - kind.first, message, signature.subarray(1));
  const hash = type === 'p2sh' ? nestedHash(key.toBytes(true)) : keyHash(key.toBytes(kind.first !== 27));
  if (!isSame(hash, payload))
    throw refusal(
      'other-message-or-key',
      `The signature does not match this address and message: a different text was signed (every space and line break counts), or a different key was used${type === 'p2sh' ? ', or the address has several keys (multisig)' : ''}. This type of signature cannot show which of these is the cause`,
    );
  return { kind: 'public-key', publicKey: bytesToHex(key.toBytes(true)), format: 'BIP-137' };
}

function recoverKey(recovery: number, message: Uint8Array, compact: Uint8Array) {
  const hash = sha256Twice(PREFIX, compactSize(message.length), message);
  try {
    return secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery).recoverPublicKey(hash);
  } catch {
    throw refusal(
      'not-a-signature',
      'These 65 bytes are not a valid signature: a character is wrong or missing',
    );
  }
}

/** Encodes a message's length in Bitcoin's compact size format, for the lengths allowed here. */
function compactSize(length: number): Uint8Array {
  return length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8);
}
