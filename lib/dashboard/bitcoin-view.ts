import type { BtcNetwork } from '@/lib/bitcoin/address';
import { DEFAULT_ACCOUNT_VERSION } from '@/lib/btc-account/account-versions';
import { type RawSearchParams, readChain, readText } from '@/lib/dashboard/search-params';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';

/** State of a Bitcoin page in the query string of its URL. The path contains the key or address. */
export type BitcoinView = {
  /** Chain id that lookups are recorded with and that example calls use. This server may not support the chain. */
  chain: number;
  /** An address to compare with the key. */
  match: string;
};

/**
 * Parses a view from a URL. Invalid values become the default.
 * @param defaultChain the default chain of the service's BTC lookups
 */
export function readBitcoinView(raw: RawSearchParams, defaultChain: number): BitcoinView {
  return { chain: readChain(raw, defaultChain), match: readText(raw, 'match').trim() };
}

/** Builds the URL of a Bitcoin page. Omits default values. */
export function bitcoinHref(input: string, view: Partial<BitcoinView>, defaultChain: number): string {
  const params = new URLSearchParams();
  if (view.chain !== undefined && view.chain !== defaultChain) params.set('chain', String(view.chain));
  if (view.match) params.set('match', view.match);
  const query = params.toString();
  return `/bitcoin/${encodeURIComponent(input)}${query === '' ? '' : `?${query}`}`;
}

/** A chain as shown on pages. */
export type ChainChoice = {
  chainId: number;
  name: string;
  testnet: boolean;
  /** Whether this server has an endpoint for the chain. */
  isConfigured: boolean;
  /** Symbol of the chain's native coin. */
  symbol?: string | undefined;
  explorerUrl?: string | undefined;
};

/** Distinguishes the contracts of the account versions: “latest contract”, “earlier contract”. */
export const contractAge = (version: string) => (version === DEFAULT_ACCOUNT_VERSION ? 'latest' : 'earlier');

/** The chains that are offered for an address: only test networks if the address is of a test network. */
export const chainsFor = (chains: readonly ChainChoice[], network: BtcNetwork | undefined) =>
  isTestNetwork(network) ? chains.filter(({ testnet }) => testnet) : chains;

/** The chain with which the key of an address is recorded: the wanted one if it is offered, or one that can be checked. */
export const chainOffered = (offered: readonly ChainChoice[], wanted: number) =>
  offered.find(({ chainId }) => chainId === wanted) ??
  offered.find(({ isConfigured }) => isConfigured) ??
  offered[0];

/** How to find the public key of an address. */
export const KEY_FROM_WALLET =
  'Open the wallet of this address, copy the public key (it starts with 02, 03 or 04), and enter it here.';

/** Says that an address is only for test networks; undefined for mainnet. */
export function testAddressNote(network: BtcNetwork | undefined): string | undefined {
  if (!isTestNetwork(network)) return undefined;
  return `This is a test address (${network === 'testnet' ? 'testnet or signet' : network}): it can’t hold real bitcoin.`;
}

const isTestNetwork = (network: BtcNetwork | undefined) => network !== undefined && network !== 'mainnet';

/** Whether a chain is the sample network, whose responses come from the service's own derivation. */
export const isSampleChain = ({ chainId }: Pick<ChainChoice, 'chainId'>): boolean =>
  chainId === SAMPLE_EVM_CHAIN.chainId;
