import {
  ACCOUNT_VERSION_NAMES,
  type AccountVersion,
  DEFAULT_ACCOUNT_VERSION,
} from '@/lib/btc-account/account-versions';
import { type RawSearchParams, readChain, readText } from '@/lib/dashboard/search-params';
import { SAMPLE_EVM_CHAIN } from '@/lib/evm/evm-chain';

/** State of a Bitcoin page that is in its URL, in addition to the key or address. */
export type BitcoinView = {
  chain: number;
  version: AccountVersion;
  /** Network whose address forms are shown. */
  network: 'mainnet' | 'testnet' | 'regtest';
  /** An address to compare with the key. */
  match: string;
};

const readVersion = (name: string): AccountVersion =>
  ACCOUNT_VERSION_NAMES.find((known) => known === name) ?? DEFAULT_ACCOUNT_VERSION;

/**
 * Parses a view from a URL; invalid parts become the default.
 * @param defaultChain `DEFAULT_EVM_CHAIN_ID`
 */
export function readBitcoinView(raw: RawSearchParams, defaultChain: number): BitcoinView {
  const network = readText(raw, 'network');
  return {
    chain: readChain(raw, defaultChain),
    version: readVersion(readText(raw, 'version')),
    network: network === 'testnet' || network === 'regtest' ? network : 'mainnet',
    match: readText(raw, 'match').trim(),
  };
}

/** Builds the URL of a Bitcoin page, without default values. */
export function bitcoinHref(input: string, view: Partial<BitcoinView>, defaultChain: number): string {
  const params = new URLSearchParams();
  if (view.chain !== undefined && view.chain !== defaultChain) params.set('chain', String(view.chain));
  if (view.version !== undefined && view.version !== DEFAULT_ACCOUNT_VERSION)
    params.set('version', view.version);
  if (view.network !== undefined && view.network !== 'mainnet') params.set('network', view.network);
  if (view.match) params.set('match', view.match);
  const query = params.toString();
  return `/bitcoin/${encodeURIComponent(input)}${query === '' ? '' : `?${query}`}`;
}

/** A chain as shown on pages. */
export type ChainChoice = {
  chainId: number;
  name: string;
  testnet: boolean;
  explorerUrl?: string | undefined;
};

/** Returns the chain's name for use within a sentence: “on Ethereum”, “on the sample network”. */
export const chainLabel = ({ chainId, name }: Pick<ChainChoice, 'chainId' | 'name'>): string =>
  chainId === SAMPLE_EVM_CHAIN.chainId ? 'the sample network' : name;
