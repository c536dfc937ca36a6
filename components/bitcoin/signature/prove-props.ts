/** Props for a proof by signature. */
export type ProveProps = {
  /** The addresses that can sign; the visitor chooses one if there are several. */
  addresses: readonly { name: string; address: string }[];
  /** The key of all `addresses`, if known. Otherwise, a signature may reveal the key. */
  publicKey?: string;
  defaultChain: number;
  /** The chain with which a revealed key is recorded. */
  chainId: number;
};

/** Returns the title of the proof, with “this key” on a key's page and “its key” on an address's page. */
export const proofTitle = (publicKey: string | undefined) =>
  `Prove who holds ${publicKey === undefined ? 'its' : 'this'} key`;
