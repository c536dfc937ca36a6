/** Subject of a proof by a signature. */
export type ProveProps = {
  /** The addresses that can sign; the visitor chooses one if there are several. */
  addresses: readonly { name: string; address: string }[];
  /** The key of all these addresses if it is known; otherwise a signature may reveal it. */
  publicKey?: string;
  defaultChain: number;
  /** The chain that a revealed key is remembered with. */
  chainId: number;
};

/** Title of the proof, on the page of a key or of an address. */
export const proofTitle = (publicKey: string | undefined) =>
  `Prove who holds ${publicKey === undefined ? 'its' : 'this'} key`;
