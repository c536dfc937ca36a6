import { decodeBase58Of64 } from '../base58-of-64';
import type { Detector } from '../detected-input';
import { solanaPage } from '../explorers';

/** Recognizes the signature of a Solana transaction: base58 of 64 bytes. Key pairs are recognized earlier. */
export const solanaSignature: Detector = (text, { cluster }) =>
  decodeBase58Of64(text) && solanaPage('transaction', text, cluster);
