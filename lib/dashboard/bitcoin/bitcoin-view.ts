import { type RawSearchParams, readChain } from '@/lib/dashboard/search-params';

/** What the address bar of a Bitcoin page says, besides the key or address. */
export type BitcoinView = {
  chain: number;
  version: '1.0.0' | '2.0.0';
  /** Network of the address forms. */
  network: 'mainnet' | 'testnet' | 'regtest';
  /** An address to compare with the key. */
  match: string;
};

const text = (raw: RawSearchParams, name: string) => {
  const value = raw instanceof URLSearchParams ? raw.get(name) : raw[name];
  return ((Array.isArray(value) ? value[0] : value) ?? '').trim().slice(0, 200);
};

/**
 * Reads a view; whatever cannot be read is its default.
 * @param defaultChain the chain of a look-up that names none (`DEFAULT_EVM_CHAIN_ID`)
 */
export function readBitcoinView(raw: RawSearchParams, defaultChain: number): BitcoinView {
  const network = text(raw, 'network');
  return {
    chain: readChain(raw, defaultChain),
    version: text(raw, 'version') === '1.0.0' ? '1.0.0' : '2.0.0',
    network: network === 'testnet' || network === 'regtest' ? network : 'mainnet',
    match: text(raw, 'match'),
  };
}

/** The address of a Bitcoin page; defaults are left out. */
export function bitcoinHref(input: string, view: Partial<BitcoinView>, defaultChain: number): string {
  const params = new URLSearchParams();
  if (view.chain !== undefined && view.chain !== defaultChain) params.set('chain', String(view.chain));
  if (view.version === '1.0.0') params.set('version', view.version);
  if (view.network !== undefined && view.network !== 'mainnet') params.set('network', view.network);
  if (view.match) params.set('match', view.match);
  const query = params.toString();
  return `/bitcoin/${encodeURIComponent(input)}${query === '' ? '' : `?${query}`}`;
}

/** A chain as the pages name it. */
export type ChainChoice = {
  chainId: number;
  name: string;
  testnet: boolean;
  explorerUrl?: string | undefined;
};
