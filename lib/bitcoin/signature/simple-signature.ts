import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { BtcAddressInfo } from '../address';
import { segwitHash, taprootHash } from './bip322-hash';
import { isSame, keyHash, nestedHash } from './hashes';
import { refusal, type SignatureProof } from './signature-proof';

const SIGHASH_ALL = 0x01;

/**
 * Verifies a "simple" BIP-322 signature made with a single key: P2WPKH, P2SH-P2WPKH, or the key path of P2TR.
 * @param witness the signature's witness stack
 * @throws SignatureRefusal `unsupported-signature`, `other-key`, `other-message`, `other-message-or-key`,
 * `not-a-signature`
 */
export function checkSimpleSignature(
  address: BtcAddressInfo,
  message: Uint8Array,
  witness: readonly Uint8Array[],
): SignatureProof {
  switch (address.type) {
    case 'p2tr':
      return checkTaproot(address, message, witness);
    case 'p2wpkh':
    case 'p2sh':
      return checkSegwit(address, message, witness);
    default:
      throw refusal(
        'unsupported-signature',
        'A “simple” BIP-322 signature is for segwit addresses; a legacy address (1…) needs a 65-byte signature (BIP-137)',
      );
  }
}

function checkSegwit(address: BtcAddressInfo, message: Uint8Array, witness: readonly Uint8Array[]) {
  const [signature = new Uint8Array(), key = new Uint8Array()] = witness;
  if (witness.length !== 2 || key.length !== 33)
    throw refusal(
      'unsupported-signature',
      'This is a signature by a script, such as multisig; only ownership of a single-key address can be proven here',
    );
  const programme = keyHash(key);
  if (!isSame(address.type === 'p2sh' ? nestedHash(key) : programme, address.payload))
    throw refusal(
      'other-key',
      `A different key signed this: ${bytesToHex(key)}. This address does not belong to it${address.type === 'p2sh' ? ', or it has several keys (multisig)' : ''}`,
    );
  if (signature.at(-1) !== SIGHASH_ALL)
    throw refusal(
      'not-a-signature',
      'The signature does not use SIGHASH_ALL, so it does not cover the whole message',
    );
  const isValid = secp256k1.verify(signature.subarray(0, -1), segwitHash(address, message, programme), key, {
    prehash: false,
    format: 'der',
    lowS: true,
  });
  if (!isValid)
    throw refusal(
      'other-message',
      'The signature contains the key of this address, but does not match this message: a different text was signed (every space and line break counts), or a character of the signature is wrong',
    );
  return { kind: 'public-key', publicKey: bytesToHex(key), format: 'BIP-322' } as const;
}

function checkTaproot(address: BtcAddressInfo, message: Uint8Array, witness: readonly Uint8Array[]) {
  const [signature = new Uint8Array()] = witness;
  if (witness.length !== 1)
    throw refusal(
      'unsupported-signature',
      'This is a script-path signature of the taproot address; only key-path signatures can be verified here',
    );
  if (signature.length !== 64 && !(signature.length === 65 && signature[64] === SIGHASH_ALL))
    throw refusal(
      'not-a-signature',
      'A taproot signature has 64 bytes, or 65 with a last byte of 1 (SIGHASH_ALL); this one has neither form',
    );
  const hash = taprootHash(address, message, signature.length === 65 ? SIGHASH_ALL : 0);
  if (!schnorr.verify(signature.subarray(0, 64), hash, address.payload))
    throw refusal(
      'other-message-or-key',
      'The signature does not match this address and message: a different text was signed (every space and line break counts), or a different key was used. A taproot signature cannot show which of these is the cause',
    );
  return { kind: 'output-key', outputKey: bytesToHex(address.payload), format: 'BIP-322' } as const;
}
