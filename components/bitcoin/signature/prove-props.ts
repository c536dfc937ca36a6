import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';

/** What a proof by a signature is about. */
export type ProveProps = {
  /** The addresses that a signature may be of; one is chosen when there are several. */
  addresses: readonly { name: string; address: string }[];
  /** The key that they all belong to, where it is known; else a signature may tell it. */
  publicKey?: string;
  chains: readonly ChainChoice[];
  defaultChain: number;
  chainId: number;
};

/** What the proof is called: on the page of a key, and on that of an address. */
export const proofTitle = (publicKey: string | undefined) =>
  `Prove who holds ${publicKey === undefined ? 'its' : 'this'} key`;
