import { base58 } from '@scure/base';
import { elsewhere, type Kind } from '../recognised';

const BYTES = 64;
const LEAST_CHARACTERS = 64;
const MOST_CHARACTERS = 88;
const CLUSTER_WORDS: Record<number, string> = { 102: '?cluster=testnet', 103: '?cluster=devnet' };

/** Base58 of 64 bytes that are no key pair: the signature that names a Solana transaction. */
export const solanaSignature: Kind = (text, { cluster = 101 }) => {
  if (text.length < LEAST_CHARACTERS || text.length > MOST_CHARACTERS) return undefined;
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text) || base58.decode(text).length !== BYTES) return undefined;
  return elsewhere('Solana transaction', 'A Solana transaction has no page here: an explorer shows it', {
    name: 'Solana Explorer',
    href: `https://explorer.solana.com/tx/${text}${CLUSTER_WORDS[cluster] ?? ''}`,
  });
};
