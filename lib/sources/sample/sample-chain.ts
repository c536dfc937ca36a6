import { decodeAddress, type SolanaAddress } from '@/lib/solana/address/address';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import type { PriceSources } from '@/lib/solana/prices/price-sources';
import {
  SYSTEM_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
  WRAPPED_SOL_MINT,
} from '@/lib/solana/programs';
import { SAMPLE_BIG_WALLET, SAMPLE_HOST } from '@/lib/solana/sample-addresses';
import { type TokenList, tokenList } from '@/lib/solana/token-list';
import { localTransport } from '@/lib/sources/transport/local-transport';
import type { RpcHandler } from '@/lib/sources/transport/transport-type';
import { numberedAddress, numberOfAddress, sampleAddress } from './sample-address';
import { type Snapshot, type SnapshotAccount, sampleNode, snapshotOf } from './sample-node';

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

/** Creates the embedded sample network (chain 104): a node, its token list and its documents, all in this process. */
export function sampleChain() {
  const transport = localTransport(async (method, params, scope) =>
    (await load()).node(method, params, scope),
  );
  return {
    transport,
    forward: transport.forward,
    tokenList: async () => (await load()).list,
    /** Returns the text of a document by its path on the sample's reserved host; undefined if it does not exist. */
    document: async (path: string) => (await load()).documents.get(path),
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

const COUNT = 10_000;
/** Number of sample documents that the wallet's items share. */
const DOCUMENTS = 24;

const bytesOf = (address: SolanaAddress) => decodeAddress(address) ?? new Uint8Array(32);

/**
 * Template of an item's accounts (from `snapshot.json`): their bytes in base64, without the parts that differ between
 * items.
 */
type BigItem = { mint: string; account: string; metadata: string };

/** Builds an account from a template by writing addresses and strings at their offsets. */
function filled(
  pubkey: string,
  owner: string,
  template: string,
  parts: [offset: number, content: Uint8Array | string][] = [],
): SnapshotAccount {
  const data = Buffer.from(template, 'base64');
  for (const [offset, content] of parts)
    data.set(typeof content === 'string' ? Buffer.from(content) : content, offset);
  return { pubkey, owner, lamports: 2_039_280n, data: data.toString('base64') };
}

/** Returns the number of the item with this address; undefined if no item has it. */
function itemOf(kind: 'big mint' | 'big account', address: SolanaAddress): number | undefined {
  const index = numberOfAddress(kind, address);
  return index !== undefined && index < COUNT ? index : undefined;
}

/** Adds a wallet of 10,000 NFTs to `base`. Addresses encode the item's number, so that accounts are built on demand. */
function withBigWallet(base: Snapshot, item: BigItem): Snapshot {
  /** Item numbers by mint, and mints by metadata address. Metadata addresses are derived and do not encode a number. */
  const mints = new Map<SolanaAddress, number>();
  const metadata = new Map<SolanaAddress, { mint: SolanaAddress; index: number }>();
  let isPrepared = false;

  function nameMint(mint: SolanaAddress, index: number) {
    mints.set(mint, index);
    metadata.set(metadataAddressOf(mint) ?? '', { mint, index });
  }

  /** Fills the two maps on first use. */
  function prepare() {
    for (let index = 0; index < COUNT; index++) nameMint(numberedAddress('big mint', index), index);
    isPrepared = true;
  }

  function indexOfMint(pubkey: SolanaAddress): number | undefined {
    const known = mints.get(pubkey);
    if (known !== undefined || isPrepared) return known;
    const index = itemOf('big mint', pubkey);
    if (index !== undefined) nameMint(pubkey, index);
    return index;
  }

  const tokenAccount = (index: number, mint = numberedAddress('big mint', index)) =>
    filled(numberedAddress('big account', index), TOKEN_PROGRAM, item.account, [[0, bytesOf(mint)]]);

  function metadataOf(pubkey: SolanaAddress): SnapshotAccount | undefined {
    const found = metadata.get(pubkey);
    if (found === undefined) return undefined;
    const { mint, index } = found;
    // The name follows the key byte, two addresses and a length; the URI follows 32 bytes of name and 10 of symbol.
    return filled(pubkey, TOKEN_METADATA_PROGRAM, item.metadata, [
      [33, bytesOf(mint)],
      [69, `Tidepool #${index + 1}`],
      [119, `https://${SAMPLE_HOST}/tidepool-${(index % DOCUMENTS) + 1}.json`],
    ]);
  }

  return {
    slot: base.slot,
    find: (pubkey) => {
      const known = base.find(pubkey) ?? metadataOf(pubkey);
      if (known !== undefined) return known;
      if (pubkey === SAMPLE_BIG_WALLET)
        return { pubkey, owner: SYSTEM_PROGRAM, lamports: 25_000_000_000n, data: '' };
      if (indexOfMint(pubkey) !== undefined) return filled(pubkey, TOKEN_PROGRAM, item.mint);
      const held = itemOf('big account', pubkey);
      return held === undefined ? undefined : tokenAccount(held);
    },
    stakeAccounts: base.stakeAccounts,
    tokenAccountsOfMint: (mint) => {
      const index = indexOfMint(mint);
      return index === undefined ? base.tokenAccountsOfMint(mint) : [tokenAccount(index, mint)];
    },
    tokenAccountsOf: (owner, programId, mint) => {
      if (owner !== SAMPLE_BIG_WALLET || programId !== TOKEN_PROGRAM)
        return base.tokenAccountsOf(owner, programId, mint);
      if (mint !== undefined) {
        const index = indexOfMint(mint);
        return index === undefined ? [] : [tokenAccount(index, mint)];
      }
      if (!isPrepared) prepare();
      return [...mints].map(([mint, index]) => tokenAccount(index, mint));
    },
  };
}
