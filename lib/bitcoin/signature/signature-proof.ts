/**
 * What a signature over a message shows of an address.
 * - `public-key`: it is by this key (compressed, lower-case hex), and the address is the key's
 * - `output-key`: it is by the key in a taproot address (x-only hex). That is a tweaked key (BIP-341): it does not tell
 *   the wallet's own key, and no account follows from it
 */
export type SignatureProof =
  | { kind: 'public-key'; publicKey: string; format: 'BIP-137' | 'BIP-322' }
  | { kind: 'output-key'; outputKey: string; format: 'BIP-322' };

/** Why a signature shows nothing. */
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

/** A signature that shows nothing, with a sentence that says why. */
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
