import { decodeBase58Of64 } from '../base58-of-64';
import { solanaPage } from '../explorers';
import type { Kind } from '../recognised';

/** The signature of a Solana transaction: base58 of 64 bytes. Key pairs are recognized earlier. */
export const solanaSignature: Kind = (text, { cluster }) =>
  decodeBase58Of64(text) && solanaPage('transaction', text, cluster);
