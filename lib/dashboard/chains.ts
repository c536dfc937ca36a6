/** A Solana cluster as the pages name it. */
export type SolanaCluster = { chainId: number; name: string; says: string };

/** The clusters of the chain switch, in its order. */
export const SOLANA_CLUSTERS: readonly SolanaCluster[] = [
  { chainId: 101, name: 'Mainnet', says: 'Solana mainnet' },
  { chainId: 102, name: 'Testnet', says: 'Solana testnet' },
  { chainId: 103, name: 'Devnet', says: 'Solana devnet' },
  { chainId: 104, name: 'Sample network', says: 'the sample network' },
];

/** The cluster that a page is about when its address names none. */
export const DEFAULT_CLUSTER = 101;

const clusterOf = (chainId: number): SolanaCluster | undefined =>
  SOLANA_CLUSTERS.find((cluster) => cluster.chainId === chainId);

/** What a cluster is called; a number when it is none of the known ones. */
export function clusterName(chainId: number): string {
  return clusterOf(chainId)?.name ?? `Chain ${chainId}`;
}

/** The same in the middle of a sentence: “on Solana mainnet”, “on the sample network”. */
export function clusterInWords(chainId: number): string {
  return clusterOf(chainId)?.says ?? `Solana chain ${chainId}`;
}

/** The page of an address, or of a `.sol` name, on a cluster. */
export function accountHref(addressOrName: string, chainId: number): string {
  const query = chainId === DEFAULT_CLUSTER ? '' : `?chain=${chainId}`;
  return `/account/${encodeURIComponent(addressOrName)}${query}`;
}

export type ExplorerLink = { name: string; href: string };

const CLUSTER_QUERIES: Record<number, string> = { 101: '', 102: '?cluster=testnet', 103: '?cluster=devnet' };

/** How an explorer's link names a cluster of Solana; undefined for one that explorers do not know. */
export const clusterQuery = (chainId: number): string | undefined => CLUSTER_QUERIES[chainId];

/** Where else an address can be looked at; nowhere for the sample network, which only this server knows. */
export function explorerLinks(chainId: number, address: string): ExplorerLink[] {
  const cluster = clusterQuery(chainId);
  if (cluster === undefined) return [];
  return [
    { name: 'Solana Explorer', href: `https://explorer.solana.com/address/${address}${cluster}` },
    { name: 'Solscan', href: `https://solscan.io/account/${address}${cluster}` },
  ];
}
