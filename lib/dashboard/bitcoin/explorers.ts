import type { BtcNetwork } from '@/lib/bitcoin/address';

/** A public page about an address or transaction, and its network. */
export type BitcoinExplorerLink = { network: string; href: string };

const MEMPOOL = 'https://mempool.space';
/** Testnets and signet share addresses, so all are offered; regtest has no public explorer. */
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
 * Explorers of the networks that an address may belong to.
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
