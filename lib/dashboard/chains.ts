/** A Solana cluster, and its names on pages. */
export type SolanaCluster = { chainId: number; name: string; says: string };

/** The clusters that have names. */
export const SOLANA_CLUSTERS: readonly SolanaCluster[] = [
  { chainId: 101, name: 'Mainnet', says: 'Solana mainnet' },
  { chainId: 102, name: 'Testnet', says: 'Solana testnet' },
  { chainId: 103, name: 'Devnet', says: 'Solana devnet' },
  { chainId: 104, name: 'Sample network', says: 'the sample network' },
];

/** The cluster that a page uses by default. */
export const DEFAULT_CLUSTER = 101;

/** Returns a cluster and its names, which contain the number of an unknown one. */
export const solanaCluster = (chainId: number): SolanaCluster =>
  SOLANA_CLUSTERS.find((cluster) => cluster.chainId === chainId) ?? {
    chainId,
    name: `Chain ${chainId}`,
    says: `Solana chain ${chainId}`,
  };

/** Returns a cluster's name, or its number if it is unknown. */
export const clusterName = (chainId: number): string => solanaCluster(chainId).name;

/** Returns a cluster's name for use within a sentence: “on Solana mainnet”, “on the sample network”. */
export const clusterLabel = (chainId: number): string => solanaCluster(chainId).says;

/** Returns the query string for a cluster in the URL of a page. */
export const chainQuery = (chainId: number): string =>
  chainId === DEFAULT_CLUSTER ? '' : `?chain=${chainId}`;

/** Returns the URL of the page of an address or `.sol` name on a cluster. */
export const accountHref = (addressOrName: string, chainId: number): string =>
  `/account/${encodeURIComponent(addressOrName)}${chainQuery(chainId)}`;

/** Returns the URL of an item's page: the path of the account's page, then the token account or asset id. */
export const itemHref = (addressOrName: string, item: string, chainId: number): string =>
  `/account/${encodeURIComponent(addressOrName)}/${item}${chainQuery(chainId)}`;

export type ExplorerLink = { name: string; href: string };

const CLUSTER_QUERIES: Record<number, string> = { 101: '', 102: '?cluster=testnet', 103: '?cluster=devnet' };

/** Returns the query string for a cluster in Solana Explorer links; undefined if the explorer does not support it. */
export const clusterQuery = (chainId: number): string | undefined => CLUSTER_QUERIES[chainId];

/** Returns explorer links for an address. Empty on the sample network, which exists only on this server. */
export function explorerLinks(chainId: number, address: string): ExplorerLink[] {
  const cluster = clusterQuery(chainId);
  if (cluster === undefined) return [];
  return [
    { name: 'Solana Explorer', href: `https://explorer.solana.com/address/${address}${cluster}` },
    { name: 'Solscan', href: `https://solscan.io/account/${address}${cluster}` },
  ];
}
