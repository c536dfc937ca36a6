import { decodeAddress } from '@/lib/solana/address/address';
import type { PriceSources } from '@/lib/solana/prices/price-sources';
import { WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import { EMPTY_TOKEN_LIST, type TokenList, tokenList } from '@/lib/solana/token-list';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { Forward, RpcHandler, Transport } from '@/lib/sources/transport/transport-type';
import { withBigWallet } from './big-wallet';
import { sampleAddress } from './sample-address';
import { sampleNode, snapshotOf } from './sample-node';

/** The embedded sample network (chain 104): a node, its token list and its documents, all in this process. */
export type SampleChain = {
  transport: Transport;
  forward: Forward;
  tokenList: () => Promise<TokenList>;
  /** Returns the text of a document by its path on the sample's reserved host; undefined if it does not exist. */
  document: (path: string) => Promise<string | undefined>;
};

type Loaded = { node: RpcHandler; list: TokenList; documents: Map<string, string> };

let loading: Promise<Loaded> | undefined;

/** Loads the snapshot on first use, because most instances never serve the sample network. */
function load(): Promise<Loaded> {
  loading ??= import('./snapshot.json').then(({ default: snapshot }) => ({
    node: sampleNode(
      withBigWallet(
        snapshotOf(
          snapshot.slot,
          snapshot.accounts.map(([pubkey = '', owner = '', lamports = '0', data = '', flag = '']) => ({
            pubkey,
            owner,
            lamports: BigInt(lamports),
            data,
            executable: flag === 'executable',
          })),
        ),
        snapshot.bigItem,
      ),
    ),
    list: tokenList(
      snapshot.tokenList.map(({ mint, ...token }) => [mint, { ...token, wellKnown: true }] as const),
    ),
    documents: new Map(Object.entries(snapshot.documents)),
  }));
  return loading;
}

/** Creates the sample network; see `SampleChain`. */
export function sampleChain(): SampleChain {
  const transport = localTransport(async (method, params, scope) =>
    (await load()).node(method, params, scope),
  );
  return {
    transport,
    forward: transport.forward,
    tokenList: async () => (await load()).list ?? EMPTY_TOKEN_LIST,
    document: async (path) => (await load()).documents.get(path),
  };
}

const feed = (symbol: string, mint: string) => ({
  mint,
  symbol,
  feedId: Buffer.from(decodeAddress(sampleAddress(`feed ${symbol}`)) ?? []).toString('hex'),
});

/** The price sources of the sample network: feeds, one stale and one too wide, and a stake pool. */
export const SAMPLE_PRICE_SOURCES: PriceSources = [
  feed('SOL', WRAPPED_SOL_MINT),
  feed('NUSD', sampleAddress('mint token northwind')),
  feed('MRDN', sampleAddress('mint token meridian')),
  feed('FIRE', sampleAddress('mint token bonfire')),
  feed('ORCH', sampleAddress('mint token orchard')),
  feed('PRCL', sampleAddress('mint token parcel')),
  feed('JNPR', sampleAddress('mint token juniper')),
  { mint: sampleAddress('mint token lumen'), symbol: 'lumSOL', pool: sampleAddress('lumen stake pool') },
];
