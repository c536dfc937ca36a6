import type { BtcNetwork } from '@/lib/bitcoin/address';

/** Link to a public explorer page about an address or transaction on one network. */
export type BitcoinExplorerLink = { network: string; href: string };

const MEMPOOL = 'https://mempool.space';
/**
 * Explorers by network. Testnets and signet share addresses, so an address links to all of them. Regtest has no public
 * explorer.
 */
const EXPLORERS: Record<BtcNetwork, { network: string; base: string }[]> = {
  mainnet: [{ network: 'mainnet', base: MEMPOOL }],
  testnet: [
    { network: 'testnet', base: `${MEMPOOL}/testnet` },
    { network: 'testnet4', base: `${MEMPOOL}/testnet4` },
    { network: 'signet', base: `${MEMPOOL}/signet` },
  ],
  regtest: [],
};

/**
 * Returns explorer links for every network that an address may belong to.
 * @param what `address`, or `tx` for a transaction of such an address
 */
export function bitcoinExplorers(
  network: BtcNetwork,
  what: 'address' | 'tx',
  id: string,
): BitcoinExplorerLink[] {
  return EXPLORERS[network].map(({ network: name, base }) => ({
    network: name,
    href: `${base}/${what}/${id}`,
  }));
}
