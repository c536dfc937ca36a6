/** Cluster ids by their names in links and URIs. */
const CLUSTERS: Record<string, number> = {
  mainnet: 101,
  'mainnet-beta': 101,
  testnet: 102,
  'testnet-solana': 102,
  devnet: 103,
  'devnet-solana': 103,
  'devnet-alpha': 103,
  // CAIP-2 uses the first 32 characters of the genesis hash.
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 101,
  '4uhcVJyU9pJkvQyS88uRDiswHScSQY3z': 102,
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 103,
};

/** Returns the cluster with this name in a link or CAIP-2 reference; undefined if the name is unknown. */
export const clusterNamed = (name: string | null): number | undefined =>
  name !== null && Object.hasOwn(CLUSTERS, name) ? CLUSTERS[name] : undefined;

/** Parses a chain id in decimal digits; returns undefined for other text. */
export const chainIdOf = (digits: string | undefined): number | undefined =>
  digits !== undefined && /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
