/** A Solana cluster's name on pages. */
export type SolanaCluster = { chainId: number; name: string; says: string };

/** The clusters of the network menu, in order. */
export const SOLANA_CLUSTERS: readonly SolanaCluster[] = [
  { chainId: 101, name: 'Mainnet', says: 'Solana mainnet' },
  { chainId: 102, name: 'Testnet', says: 'Solana testnet' },
  { chainId: 103, name: 'Devnet', says: 'Solana devnet' },
  { chainId: 104, name: 'Sample network', says: 'the sample network' },
];

/** The default cluster of a page. */
export const DEFAULT_CLUSTER = 101;

const clusterOf = (chainId: number): SolanaCluster | undefined =>
  SOLANA_CLUSTERS.find((cluster) => cluster.chainId === chainId);

/** A cluster's name, or its number if it is unknown. */
export function clusterName(chainId: number): string {
  return clusterOf(chainId)?.name ?? `Chain ${chainId}`;
}

/** The same within a sentence: “on Solana mainnet”, “on the sample network”. */
export function clusterLabel(chainId: number): string {
  return clusterOf(chainId)?.says ?? `Solana chain ${chainId}`;
}

/** The page of an address, or of a `.sol` name, on a cluster. */
export function accountHref(addressOrName: string, chainId: number): string {
  const query = chainId === DEFAULT_CLUSTER ? '' : `?chain=${chainId}`;
  return `/account/${encodeURIComponent(addressOrName)}${query}`;
}

export type ExplorerLink = { name: string; href: string };

const CLUSTER_QUERIES: Record<number, string> = { 101: '', 102: '?cluster=testnet', 103: '?cluster=devnet' };

/** The cluster in an explorer link; undefined if explorers do not know it. */
export const clusterQuery = (chainId: number): string | undefined => CLUSTER_QUERIES[chainId];

/** Explorer links of an address; none on the sample network, which exists only on this server. */
export function explorerLinks(chainId: number, address: string): ExplorerLink[] {
  const cluster = clusterQuery(chainId);
  if (cluster === undefined) return [];
  return [
    { name: 'Solana Explorer', href: `https://explorer.solana.com/address/${address}${cluster}` },
    { name: 'Solscan', href: `https://solscan.io/account/${address}${cluster}` },
  ];
}
