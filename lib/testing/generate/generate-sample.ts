// Generates the sample network: lib/sources/sample/snapshot.json and the images in public/sample, from the data in
// sample/. Run: npx tsx lib/testing/generate/generate-sample.ts
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DelegateRole, TokenState } from '@/lib/solana/accounts/token-metadata';
import {
  editionAddressOf,
  metadataAddressOf,
  tokenRecordAddressOf,
} from '@/lib/solana/address/program-address';
import { feedAccounts, STAKE_POOL_PROGRAMS } from '@/lib/solana/prices/price-sources';
import {
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
  WRAPPED_SOL_MINT,
} from '@/lib/solana/programs';
import { SAMPLE_BIG_WALLET, SAMPLE_HOST, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { SAMPLE_PRICE_SOURCES } from '@/lib/sources/sample/sample-chain';
import {
  encodeMultisig,
  encodeNameAccount,
  encodeNonceAccount,
  encodeProgram,
  encodeProgramData,
  encodeStakeAccount,
  encodeVoteAccount,
} from '@/lib/testing/solana/encode-accounts';
import {
  type EncodedExtension,
  encodeClock,
  encodePermanentDelegate,
  encodeScaledUiAmount,
  encodeTokenRecord,
  encodeTransferFee,
} from '@/lib/testing/solana/encode-facts';
import {
  encodePriceUpdate,
  encodeStakePool,
  type FeedFields,
  type PoolFields,
} from '@/lib/testing/solana/encode-prices';
import {
  encodeExtended,
  encodeInlineMetadata,
  encodeMetadataPointer,
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { type Drawing, draw, toWebp } from './sample/images';
import { type TraitValues, traitsOf } from './sample/traits';

/** A mint and the token account that holds it, as in `items.json`, `showcase.json` and `collections.json`. */
type Item = {
  label: string;
  /** Number of items, to generate a series. The position, from 1, is added to the label and the drawing's seed. */
  count?: number;
  /** Number of the first item in names and documents, and `step` to the next item; both default to 1. */
  start?: number;
  step?: number;
  /** Defaults to `SAMPLE_WALLET`; null if no account in the sample holds the item. */
  owner?: string | null;
  amount?: bigint;
  /** Amount held by a second token account of the same mint. */
  second?: bigint;
  supply?: bigint;
  decimals?: number;
  frozen?: boolean;
  delegate?: string;
  /**
   * Token record of a programmable NFT. `records` overrides it for items of a series, by position.
   */
  record?: TokenRecord;
  records?: Record<string, TokenRecord>;
  /** Names of functions in `EXTENSIONS`, and their arguments. */
  extensions?: [name: string, ...never[]][];
  mint?: string;
  program?: 'token-2022';
  metadata?: {
    name: string;
    symbol: string;
    /** The document's path without `.json`; empty if there is no document. */
    document: string;
    tokenStandard?: number | null;
    collection?: string;
    fee?: number;
    /** Whether the metadata is stored in the Token-2022 mint. */
    inline?: boolean;
    /** Bytes after the edition nonce, such as the size of a collection. */
    tail?: number[];
  };
  /** Values from which the traits of the items are chosen. */
  traits?: TraitValues;
  /** Width of the image in pixels. */
  size?: number;
  /** Image in the document. An item without a drawing refers to a document in `documents.json`. */
  drawing?: Drawing;
};
type TokenRecord = { state: TokenState; role?: DelegateRole };

/**
 * An entry of `accounts.json`. The account's data is `ENCODERS[encode](...fields)`, or empty if
 * `encode` is missing.
 */
type Account = {
  address: string;
  owner: string;
  lamports?: bigint;
  encode?: string;
  fields?: never[];
  executable?: true;
};
/** `prices.json`. `age` is in seconds before the time of the clock sysvar in `accounts.json`. */
type SamplePrices = {
  feeds: (Omit<FeedFields, 'feedId' | 'publishTime'> & { symbol: string; age: bigint })[];
  pools: (Omit<PoolFields, 'mint'> & { symbol: string })[];
};
/** A row of the snapshot: address, owner, lamports, data in Base64, and `executable` for a program. */
type Row = string[];

const EXTENSIONS: Record<string, (...args: never[]) => EncodedExtension> = {
  'transfer-fee': encodeTransferFee,
  'permanent-delegate': encodePermanentDelegate,
  'scaled-ui-amount': encodeScaledUiAmount,
};
const ENCODERS: Record<string, (...fields: never[]) => Uint8Array> = {
  clock: encodeClock,
  multisig: encodeMultisig,
  name: encodeNameAccount,
  nonce: encodeNonceAccount,
  program: encodeProgram,
  'program-data': encodeProgramData,
  stake: encodeStakeAccount,
  text: (text: string) => Buffer.from(text),
  vote: encodeVoteAccount,
};

/** Reads a JSON file of `sample/`. `"12n"` becomes a bigint, and `"@name"` the sample address with this name. */
function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`sample/${file}`, import.meta.url), 'utf8'), (_, value) => {
    if (typeof value !== 'string') return value;
    if (/^\d+n$/.test(value)) return BigInt(value.slice(0, -1));
    return value.startsWith('@') ? sampleAddress(value.slice(1)) : value;
  });
}

const ITEMS = [...read<Item[]>('items.json'), ...read<Item[]>('showcase.json')].flatMap((item) =>
  item.count === undefined
    ? [item]
    : Array.from({ length: item.count }, (_, index) => numbered(item, index + 1)),
);
const TOKEN_LIST = read<{ images: Record<string, Drawing>; tokens: unknown[] }>('token-list.json');
const ACCOUNTS = read<Account[]>('accounts.json');
const COLLECTIONS = read<Item[]>('collections.json');
const CLOCK_SECONDS = ACCOUNTS.find(({ encode }) => encode === 'clock')?.fields?.[1] ?? 0n;

function numbered(series: Item, n: number): Item {
  const { label, metadata, drawing, record, records, start = 1, step = 1, ...rest } = series;
  const number = start + (n - 1) * step;
  return {
    ...rest,
    label: `${label} ${n}`,
    ...(record && { record: records?.[n] ?? record }),
    ...(metadata && {
      metadata: { ...metadata, name: `${metadata.name}${number}`, document: `${metadata.document}${number}` },
    }),
    ...(drawing && drawing[0] !== 'coin' && { drawing: [drawing[0], drawing[1] + n] }),
  };
}

const url = (path: string) => `https://${SAMPLE_HOST}/${path}`;
const WEATHER = ['calm', 'wind', 'dawn', 'dusk', 'rain', 'clear', 'frost', 'bloom'];

function documentOf({ metadata, drawing, traits }: Item): [path: string, text: string][] {
  if (metadata === undefined || drawing === undefined) return [];
  const { name, symbol, document } = metadata;
  const image = url(`${document}.png`);
  const more = {
    description: `${name}, drawn for the sample network.`,
    image,
    attributes: traits
      ? traitsOf(traits, document)
      : [
          { trait_type: 'Weather', value: WEATHER[document.length % 8] },
          { trait_type: 'Number', value: Number(/\d+/.exec(document)?.[0] ?? 0), display_type: 'number' },
        ],
    properties: { category: 'image', files: [{ uri: image, type: 'image/png' }] },
  };
  return [
    [`/${document}.json`, JSON.stringify({ name, symbol, ...(drawing[0] === 'coin' ? { image } : more) })],
  ];
}

function allAccounts(): Row[] {
  const creator = sampleAddress('creator');
  const artist = sampleAddress('artist');
  const rows = new Map<string, Row>();
  const add = (pubkey: string, owner: string, data: Uint8Array, lamports = 2_039_280n, executable = false) =>
    rows.set(pubkey, [
      pubkey,
      owner,
      lamports.toString(),
      Buffer.from(data).toString('base64'),
      ...(executable ? ['executable'] : []),
    ]);
  const mintOf = (item: Item) => item.mint ?? sampleAddress(`mint ${item.label}`);

  function addTokenAccount(item: Item, owner: string, label: string, amount: bigint) {
    const mint = mintOf(item);
    const role = item.record?.role;
    // The delegate of a programmable NFT is in both its token account and its token record.
    const delegate = item.delegate ?? (role === undefined ? undefined : sampleAddress('marketplace'));
    const account = encodeTokenAccount({
      mint,
      owner,
      amount,
      ...(item.frozen === undefined ? {} : { frozen: item.frozen }),
      ...(delegate === undefined ? {} : { delegate }),
      ...(item.mint === WRAPPED_SOL_MINT ? { rentExemptReserve: 2_039_280n } : {}),
    });
    const address = sampleAddress(`account ${label}`);
    if (item.record !== undefined) {
      const record = tokenRecordAddressOf(mint, address) ?? '';
      const named = delegate === undefined || role === undefined ? undefined : { address: delegate, role };
      add(record, TOKEN_METADATA_PROGRAM, encodeTokenRecord(item.record.state, named));
    }
    if (item.program === 'token-2022')
      add(address, TOKEN_2022_PROGRAM, encodeExtended(account, 2, [{ type: 7, value: new Uint8Array(0) }]));
    else add(address, TOKEN_PROGRAM, account);
  }

  function addMint(item: Item) {
    const mint = mintOf(item);
    // The mint is written only once, because several wallets may hold the same token.
    if (rows.has(mint)) return;
    const { metadata, decimals, supply = 1n } = item;
    const { name = '', symbol = '', document, tokenStandard = 0, collection, fee = 0, tail } = metadata ?? {};
    // The Token Metadata program makes the edition account the authority of an NFT's mint.
    const isEdition = metadata && !metadata.inline && decimals === undefined && tokenStandard !== 1;
    const authority = isEdition ? (editionAddressOf(mint) ?? creator) : creator;
    const base = encodeMint({ supply, decimals: decimals ?? 0, authority });
    const named = {
      updateAuthority: creator,
      mint,
      name,
      symbol,
      uri: document ? url(`${document}.json`) : '',
    };
    if (metadata?.inline) {
      const extensions = [
        ...(item.extensions ?? []).map(([kind, ...args]) => EXTENSIONS[kind]?.(...args) as EncodedExtension),
        { type: 18, value: encodeMetadataPointer(mint) },
        { type: 19, value: encodeInlineMetadata(named) },
      ];
      add(mint, TOKEN_2022_PROGRAM, encodeExtended(base, 1, extensions));
      return;
    }
    add(mint, TOKEN_PROGRAM, base);
    if (metadata === undefined) return;
    const creators = [
      { address: creator, verified: true, share: 70 },
      { address: artist, verified: false, share: 30 },
    ];
    add(
      metadataAddressOf(mint) ?? '',
      TOKEN_METADATA_PROGRAM,
      encodeTokenMetadata({
        ...named,
        sellerFeeBasisPoints: fee,
        ...(decimals === undefined && item.owner !== null ? { creators } : {}),
        tokenStandard,
        ...(collection && {
          collection: { key: sampleAddress(`mint collection ${collection}`), verified: true },
        }),
        ...(tail && { tail: Uint8Array.from(tail) }),
      }),
    );
  }

  for (const item of ITEMS) {
    const owner = item.owner ?? SAMPLE_WALLET;
    addTokenAccount(item, owner, item.label, item.amount ?? 1n);
    if (item.second !== undefined) addTokenAccount(item, owner, `${item.label} second`, item.second);
    addMint(item);
  }
  addPrices(add);
  for (const { address, owner, lamports, encode = '', fields = [], executable } of ACCOUNTS)
    add(address, owner, ENCODERS[encode]?.(...fields) ?? new Uint8Array(0), lamports, executable);
  COLLECTIONS.forEach(addMint);
  return [...rows.values()];
}

/** Adds feeds and stake pools. The first feed of a symbol is of the older generation, a second one of the newer. */
function addPrices(add: (pubkey: string, owner: string, data: Uint8Array) => void) {
  const { feeds, pools } = read<SamplePrices>('prices.json');
  const sourceOf = (symbol: string) => SAMPLE_PRICE_SOURCES.find((source) => source.symbol === symbol);
  for (const [index, { symbol, age, ...fields }] of feeds.entries()) {
    const source = sourceOf(symbol);
    if (source === undefined || !('feedId' in source)) throw new Error(`Not a feed: ${symbol}`);
    const generation = feeds.findIndex((each) => each.symbol === symbol) === index ? 0 : 1;
    const { feed, receiver } = feedAccounts(source.feedId)[generation] as { feed: string; receiver: string };
    const publishTime = CLOCK_SECONDS - age;
    add(feed, receiver, encodePriceUpdate({ ...fields, feedId: source.feedId, publishTime }));
  }
  for (const { symbol, ...fields } of pools) {
    const source = sourceOf(symbol);
    if (source === undefined || !('pool' in source)) throw new Error(`Not a stake pool: ${symbol}`);
    add(source.pool, STAKE_POOL_PROGRAMS[0] ?? '', encodeStakePool({ ...fields, mint: source.mint }));
  }
}

/** Returns the template for the 10,000 NFTs of the big wallet. `withBigWallet` adds addresses, names and URIs. */
function bigItem(): Record<string, string> {
  const creator = sampleAddress('creator');
  const item = {
    // The mints have no authority, because deriving the addresses of ten thousand edition accounts
    // would take too long.
    mint: encodeMint({ supply: 1n, decimals: 0 }),
    account: encodeTokenAccount({ mint: '', owner: SAMPLE_BIG_WALLET, amount: 1n }),
    metadata: encodeTokenMetadata({
      updateAuthority: creator,
      mint: '',
      name: '',
      symbol: 'TIDE',
      uri: '',
      sellerFeeBasisPoints: 500,
      creators: [{ address: creator, verified: true, share: 100 }],
      tokenStandard: 0,
      collection: { key: sampleAddress('mint collection tidepools'), verified: true },
    }),
  };
  return Object.fromEntries(Object.entries(item).map(([name, bytes]) => [name, bytes.toString('base64')]));
}

/** Generates the text of `snapshot.json`. */
export function generateSnapshot(): string {
  const { odd, collections } = read<Record<'odd' | 'collections', Record<string, string>>>('documents.json');
  const [coins, drawn] = [true, false].map((isCoin) =>
    Object.fromEntries(
      ITEMS.filter(({ drawing }) => (drawing?.[0] === 'coin') === isCoin).flatMap(documentOf),
    ),
  );
  const snapshot = {
    slot: 300_000_000,
    tokenList: TOKEN_LIST.tokens,
    documents: { ...drawn, ...odd, ...coins, ...collections },
    accounts: allAccounts(),
    bigItem: bigItem(),
  };
  return `${JSON.stringify(snapshot, null, 1)}\n`;
}

async function write() {
  const root = new URL('../../..', import.meta.url);
  await writeFile(new URL('lib/sources/sample/snapshot.json', root), generateSnapshot());
  const folder = new URL('public/sample/', root);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const drawings = [
    ...Object.entries(TOKEN_LIST.images).map(([name, drawing]) => ({ name, drawing, size: undefined })),
    ...ITEMS.flatMap(({ metadata, drawing, size }) =>
      metadata && drawing ? [{ name: metadata.document, drawing, size }] : [],
    ),
  ];
  for (const { name, drawing, size } of drawings)
    await writeFile(new URL(`${name}.webp`, folder), await toWebp(draw(drawing), size));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
