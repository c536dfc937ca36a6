import { base58 } from '@scure/base';
import { solanaPage } from '../explorers';
import type { Kind } from '../recognised';

const BYTES = 64;
const LEAST_CHARACTERS = 64;
const MOST_CHARACTERS = 88;

/** Base58 of 64 bytes that are no key pair: the signature that names a Solana transaction. */
export const solanaSignature: Kind = (text, { cluster }) => {
  if (text.length < LEAST_CHARACTERS || text.length > MOST_CHARACTERS) return undefined;
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text) || base58.decode(text).length !== BYTES) return undefined;
  return solanaPage('transaction', text, cluster);
};
