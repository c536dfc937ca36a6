import { InvalidInputError } from '@/lib/errors';

/**
 * What a signature over a message shows of an address.
 * - `public-key`: it is by this key (compressed, lower-case hex), and the address is the key's
 * - `output-key`: it is by the key in a taproot address (x-only hex). That is a tweaked key (BIP-341): it does not tell
 *   the wallet's own key, and no account follows from it
 */
export type SignatureProof =
  | { kind: 'public-key'; publicKey: string; format: 'BIP-137' | 'BIP-322' }
  | { kind: 'output-key'; outputKey: string; format: 'BIP-322' };

/** A signature that shows nothing. @param reason stable kebab-case word */
export const refusal = (reason: string, message: string) => new InvalidInputError(reason, message);
