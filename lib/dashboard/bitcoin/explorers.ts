import type { BtcNetwork } from '@/lib/bitcoin/address';

/** Link to a public explorer page about an address or transaction on one network. */
export type BitcoinExplorerLink = { network: string; href: string };

/**
 * Networks on mempool.space, by network of an address. Testnets and signet share addresses, so an address links to all
 * of them. Regtest has no public explorer.
 */
const NETWORKS: Record<BtcNetwork, readonly string[]> = {
  mainnet: ['mainnet'],
  testnet: ['testnet', 'testnet4', 'signet'],
  regtest: [],
};

/**
 * Returns explorer links for every network that an address may belong to.
 * @param what `address`, or `tx` for a transaction of such an address
 */
export const bitcoinExplorers = (
  addressNetwork: BtcNetwork,
  what: 'address' | 'tx',
  id: string,
): BitcoinExplorerLink[] =>
  NETWORKS[addressNetwork].map((network) => ({
    network,
    href: `https://mempool.space/${network === 'mainnet' ? '' : `${network}/`}${what}/${id}`,
  }));
