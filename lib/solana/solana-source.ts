/** Placeholder of the port; the Solana subject defines it. */
export type SolanaSource = { chainIds: readonly number[] };
