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
 * @param defaultChain `DEFAULT_EVM_CHAIN_ID`
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

/** Whether a chain is the sample network, whose responses come from the service's own derivation. */
export const isSampleChain = ({ chainId }: Pick<ChainChoice, 'chainId'>): boolean =>
  chainId === SAMPLE_EVM_CHAIN.chainId;

/** Returns the chain's name for use within a sentence: “on Ethereum”, “on the sample network”. */
export const chainLabel = (chain: Pick<ChainChoice, 'chainId' | 'name'>): string =>
  isSampleChain(chain) ? 'the sample network' : chain.name;
