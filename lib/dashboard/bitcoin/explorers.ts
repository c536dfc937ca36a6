import type { BtcNetwork } from '@/lib/bitcoin/address';

/** A public page about an address or transaction, and the network that the page is for. */
export type BitcoinExplorerLink = { network: string; href: string };

const MEMPOOL = 'https://mempool.space';
/**
 * Explorers by network. Testnets and signet share addresses, so all of them are offered; regtest has no public
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
