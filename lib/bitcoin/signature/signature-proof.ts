/**
 * What a message signature proves about an address.
 * - `public-key`: this key (compressed, lower-case hex) signed the message, and the address belongs to it
 * - `output-key`: the output key in a taproot address (x-only hex) signed the message. It is tweaked (BIP-341), so it
 * does not reveal the wallet's public key, and no smart account belongs to it
 */
export type SignatureProof =
  | { kind: 'public-key'; publicKey: string; format: 'BIP-137' | 'BIP-322' }
  | { kind: 'output-key'; outputKey: string; format: 'BIP-322' };

/** Why a signature does not prove control of the address. */
export type SignatureFault =
  | 'unsupported-address'
  | 'message-too-long'
  | 'message-not-unicode'
  | 'empty-signature'
  | 'signature-too-long'
  | 'not-base64'
  | 'wrong-length'
  | 'not-a-signature'
  | 'unsupported-signature'
  | 'unknown-header'
  | 'other-address-kind'
  | 'other-key'
  | 'other-message'
  | 'other-message-or-key';

/** Thrown for a signature that does not prove control of the address. The message explains why. */
class SignatureRefusal extends Error {
  override readonly name = 'SignatureRefusal';
  constructor(
    readonly reason: SignatureFault,
    message: string,
  ) {
    super(message);
  }
}

export const refusal = (reason: SignatureFault, message: string) => new SignatureRefusal(reason, message);
