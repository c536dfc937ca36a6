import { clusterLabel, clusterQuery, DEFAULT_CLUSTER } from '@/lib/dashboard/chains';
import { type ExternalPage, externalPage } from './detected-input';

/** Kind of page that explorers have and this service does not. */
export type ExplorerSubject = 'transaction' | 'block';

const ETHEREUM = { chainId: 1, host: 'etherscan.io', chain: 'Ethereum', name: 'Etherscan' };

const EVM_EXPLORERS = [
  ETHEREUM,
  { chainId: 11155111, host: 'sepolia.etherscan.io', chain: 'Sepolia', name: 'Etherscan' },
  { chainId: 10, host: 'optimistic.etherscan.io', chain: 'Optimism', name: 'Etherscan' },
  { chainId: 56, host: 'bscscan.com', chain: 'BNB Chain', name: 'BscScan' },
  { chainId: 137, host: 'polygonscan.com', chain: 'Polygon', name: 'PolygonScan' },
  { chainId: 8453, host: 'basescan.org', chain: 'Base', name: 'BaseScan' },
  { chainId: 42161, host: 'arbiscan.io', chain: 'Arbitrum', name: 'Arbiscan' },
  { chainId: 43114, host: 'snowtrace.io', chain: 'Avalanche', name: 'Snowtrace' },
  { chainId: 60808, host: 'explorer.gobob.xyz', chain: 'BOB', name: 'BOB Explorer' },
];

const SOLANA_HOSTS = ['explorer.solana.com', 'solscan.io', 'solana.fm'];
const BITCOIN_HOSTS = ['mempool.space', 'blockstream.info', 'blockchair.com'];

/** Returns the EVM chain that an explorer's host is for. */
export const evmChainOfHost = (host: string): number | undefined =>
  EVM_EXPLORERS.find((each) => each.host === withoutWww(host))?.chainId;

export const isSolanaExplorer = (host: string) => SOLANA_HOSTS.includes(withoutWww(host));

export const isBitcoinExplorer = (host: string) => BITCOIN_HOSTS.includes(withoutWww(host));

const withoutWww = (host: string) => (host.startsWith('www.') ? host.slice(4) : host);

const page = (chain: string, what: ExplorerSubject, name: string, href: string): ExternalPage =>
  externalPage(`${chain} ${what}`, 'It has no page here: an explorer shows it', { name, href });

/**
 * Returns a page of a Bitcoin explorer.
 * @param id a transaction's id, or a block's hash or height
 * @param network the name that mempool.space uses; "" for mainnet
 */
export const bitcoinPage = (what: ExplorerSubject, id: string, network = ''): ExternalPage =>
  page(
    network === '' ? 'Bitcoin' : `Bitcoin ${network}`,
    what,
    'mempool.space',
    `https://mempool.space/${network === '' ? '' : `${network}/`}${what === 'block' ? 'block' : 'tx'}/${id}`,
  );

/**
 * Returns a page of the explorer for an EVM chain that {@link evmChainOfHost} knows.
 * @param id a hash, with or without `0x`, or a block number
 */
export function evmPage(what: ExplorerSubject, id: string, chainId = ETHEREUM.chainId): ExternalPage {
  const { host, chain, name } = EVM_EXPLORERS.find((each) => each.chainId === chainId) ?? ETHEREUM;
  const value = id.length === 64 ? `0x${id}` : id;
  return page(
    chain,
    what,
    name,
    `https://${host}/${what === 'block' ? 'block' : 'tx'}/${value.toLowerCase()}`,
  );
}

/**
 * Returns a page of the Solana Explorer.
 * @param id a signature or a slot
 */
export const solanaPage = (what: ExplorerSubject, id: string, cluster = DEFAULT_CLUSTER): ExternalPage =>
  page(
    cluster === DEFAULT_CLUSTER ? 'Solana' : clusterLabel(cluster),
    what,
    'Solana Explorer',
    `https://explorer.solana.com/${what === 'block' ? 'block' : 'tx'}/${id}${clusterQuery(cluster) ?? ''}`,
  );

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
export const chainIdOf = (digits: string | null): number | undefined =>
  digits !== null && /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined;
