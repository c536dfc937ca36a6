import * as z from 'zod/mini';
import {
  define,
  describe,
  describeValues,
  flag,
  IgnoredNames,
  int,
  listOf,
  object,
  orAbsent,
  orNull,
  text,
  wordOf,
} from '@/lib/json/describe';
import { SolanaAddress } from './address/address';
import { COMMITMENTS } from './commitment';
import { ASSET_KINDS, NOT_READ_REASONS, type NotReadReason, UNREAD_PARTS } from './coverage';
import { factFields } from './facts/fact-schemas';
import {
  address,
  amount,
  heldAt,
  heldMint,
  lamports,
  NULL_IF_METADATA_UNREAD,
  NULL_IF_UNREAD,
  uint8,
} from './holdings-fields';
import { UNPRICED_REASONS, type Unpriced } from './prices/unpriced';
import { stakeFields } from './stake';
import { HOLDINGS_WARNINGS, WARNINGS } from './warnings';

// Schemas of holdings, with their fields in the documented order (contract §3). Safe in the browser.

/** Format of prices and values, which are the fields with `options.prices`. */
const USD = 'as a decimal string without an exponent';

const PriceFields = define('Price', 'A price and its source.', {
  usd: text(`US dollars for one whole token, ${USD}; of a stake pool's token rounded down to 12 decimals.`),
  confidence: text(`Half the width of the confidence interval of \`usd\` in US dollars, ${USD}.`),
  publishTime: int("When the feed's publishers signed the price, in seconds since 1970."),
  feed: address('Account of the Pyth feed.'),
  pool: orNull(
    SolanaAddress,
    "Stake pool whose rate was multiplied by the feed's price of SOL; null if the feed is of the token itself.",
  ),
});

const UnpricedReason = wordOf(
  Object.keys(UNPRICED_REASONS) as Unpriced[],
  `Why there is no price. ${describeValues(UNPRICED_REASONS)}`,
);

/** The price of a token or of SOL, and the value of the amount held. */
const priceFields = {
  price: orAbsent(z.nullable(PriceFields), 'With `prices`: the price; null without one.'),
  unpriced: orAbsent(z.nullable(UnpricedReason), 'With `prices`: why there is no price; null with one.'),
};

/** Creates the schema of a value. */
const valueField = (of: string) =>
  orAbsent(
    z.nullable(z.string()),
    `With \`prices\`: ${of} in US dollars, rounded down to 6 decimals, ${USD}.`,
  );

/** The number of items with a price. */
const pricedField = orAbsent(
  z.object({
    n: int('Number of those with a price.'),
    of: int('Number of tokens in this response, and one for SOL.'),
  }),
  'With `prices`: how much of the value is known. NFTs have no price and are not counted.',
);

/** Schema of `Coverage`. */
const CoverageSchema = define('Coverage', 'Which kinds of asset were read.', {
  read: listOf(z.enum(ASSET_KINDS), 'Kinds of asset that were read completely.'),
  notRead: listOf(
    z.object({
      what: wordOf([...ASSET_KINDS, ...UNREAD_PARTS], 'Kind of asset, or part of the holdings.'),
      why: wordOf(Object.keys(NOT_READ_REASONS) as NotReadReason[], describeValues(NOT_READ_REASONS)),
    }),
    'Kinds of asset and parts of the holdings that were not read, and why; the account may hold them.',
  ),
});

const Creator = define('Creator', 'A creator and its share.', {
  address: text('Creator address.'),
  verified: orNull(z.boolean(), `Whether the creator has signed; ${NULL_IF_UNREAD}`),
  share: uint8('Share of the royalties in percent.'),
});

const royalty = orNull(z.int(), `Royalty in basis points; ${NULL_IF_METADATA_UNREAD}`);

export const NftMetadata = define('NftMetadata', 'On-chain metadata.', {
  key: int(
    'Type of the metadata account: 4, or 0 if the metadata is not in a Metaplex account or could not be read.',
  ),
  updateAuthority: text('Update authority; "" if there is none, or if the metadata could not be read.'),
  mint: address('Mint of the metadata.'),
  data: object('Data of the metadata account.', {
    name: text('On-chain name.'),
    symbol: text('On-chain symbol.'),
    uri: text('URI of the off-chain document.'),
    sellerFeeBasisPoints: royalty,
    creators: orNull(z.array(Creator), `Creators, in their on-chain order; ${NULL_IF_METADATA_UNREAD}`),
    uriData: z.optional(
      z
        .record(z.string(), z.unknown())
        .check(
          describe(
            'The unchanged off-chain document. Only with `parseMetadataUri`, and only if it is a JSON object.',
          ),
        ),
    ),
  }),
  primarySaleHappened: orNull(
    z.boolean(),
    `Whether the primary sale has happened; ${NULL_IF_METADATA_UNREAD}`,
  ),
  isMutable: orNull(z.boolean(), `Whether the metadata can change; ${NULL_IF_METADATA_UNREAD}`),
  editionNonce: orNull(
    z.int(),
    'Bump of the edition account; null if it is not set, or if the metadata could not be read.',
  ),
});
export type NftMetadata = z.infer<typeof NftMetadata>;

const nftFields = {
  mint: heldMint,
  address: heldAt,
  isSemiFungible: flag('Whether the item is semi-fungible.'),
  name: text('Name; "" when unknown.'),
  symbol: text('Symbol; "" when unknown.'),
  image: text(
    'Image, an absolute https or data URL; "" if unknown. Without `parseMetadataUri` only if a DAS endpoint returned it.',
  ),
  sellerFeeBasisPoints: royalty,
  metadata: NftMetadata,
};

const tokenFields = {
  decimals: uint8('Number of decimals.'),
  amount,
  address: heldAt,
  mint: heldMint,
  name: text('Name; "" when unknown.'),
  symbol: text('Symbol; "" when unknown.'),
  image: text('Image, an absolute https or data URL; "" if unknown.'),
};

/** Fields that every item has with `options.extended`. */
const extras = {
  amountString: text('`amount` as a decimal string, for clients without 64-bit integers.'),
  programId: text('Program that owns the token account; for an asset without one, the program of the asset.'),
  tokenStandard: orNull(
    z.int(),
    'Metaplex token standard, 0 to 5; null if it is not set, or if the metadata could not be read.',
  ),
  collection: orNull(
    z.object({
      key: address('Mint or account of the collection, or the Token-2022 group of the mint.'),
      verified: flag('Whether the collection has verified the item.'),
    }),
    'Collection; trust it only if it is verified. Null without one, or if the metadata could not be read.',
  ),
};
const supply = orNull(
  amount,
  'Supply of the mint, in raw units; null if it has no mint, or the mint is missing.',
);
const u64OrNull = (description: string) => orNull(amount, description);

const EditionFacts = define('Edition', 'The edition of an NFT.', {
  kind: wordOf(['master', 'print'], 'Whether it is a master edition or a print.'),
  number: u64OrNull('Number of a print; null for a master edition.'),
  parent: orNull(SolanaAddress, 'Master edition account of a print; null for a master edition.'),
  supply: u64OrNull('Number of prints of the master edition; null if it could not be read.'),
  maxSupply: u64OrNull('Maximum number of prints; null if unlimited, or if `supply` is null.'),
});

const LeafOfTree = define('LeafOfTree', 'Where a compressed NFT is stored.', {
  tree: address('Merkle tree.'),
  leaf: int('Index of the leaf in the tree.'),
});

const moreExtras = {
  state: orNull(
    z.enum(['initialized', 'frozen']),
    `State of the token account. A programmable NFT is always frozen: see \`lock\`. Of an asset without a token account, whether it is frozen; ${NULL_IF_UNREAD}`,
  ),
  delegate: orNull(SolanaAddress, 'Address that can move the item in addition to its owner, or null.'),
  warnings: listOf(z.string(), `Stable codes. ${describeValues(WARNINGS)}`),
  ...factFields,
  accountLamports: u64OrNull(
    'Lamports of the token account, which closing it returns; null for an asset without one.',
  ),
  supply,
  additionalMetadata: listOf(
    z.object({ key: text('Name of the field.'), value: text('Value of the field.') }),
    'Additional fields of Token-2022 metadata, in their on-chain order: at most 64, with 8,192 characters.',
  ),
};

export const Nft = define('Nft', 'An NFT of the account.', nftFields);
export type Nft = z.infer<typeof Nft>;

export const Token = define('Token', 'A fungible token: one token account.', tokenFields);
export type Token = z.infer<typeof Token>;

const NFTS = 'NFTs and semi-fungibles, one for each token account, ordered by mint and account.';
const TOKENS = 'Fungible tokens, one for each token account, ordered by mint and account.';

const nextCursor = orAbsent(
  z.nullable(z.string()),
  'With `limit` or `cursor`: the cursor of the next page; null on the last page.',
);

export const Holdings = define('Holdings', 'The holdings of an account.', {
  lamports,
  nfts: listOf(Nft, NFTS),
  tokens: listOf(Token, TOKENS),
  nextCursor,
});
export type Holdings = z.infer<typeof Holdings>;

export const ExtendedNft = define('ExtendedNft', 'An NFT with `options.extended`.', {
  ...nftFields,
  ...extras,
  amount,
  decimals: uint8('Number of decimals.'),
  ...moreExtras,
  edition: orNull(EditionFacts, 'Edition; null without one, or if it could not be read (`edition-unread`).'),
  compression: orNull(LeafOfTree, 'Tree and leaf of a compressed NFT; null for any other NFT.'),
});
export type ExtendedNft = z.infer<typeof ExtendedNft>;

export const ExtendedToken = define('ExtendedToken', 'A fungible token with `options.extended`.', {
  ...tokenFields,
  ...extras,
  ...moreExtras,
  inTokenList: orNull(
    z.boolean(),
    "Whether the mint is in the chain's token list; null if the chain has no list. Names and symbols prove nothing, because anyone can use any name or symbol.",
  ),
  looksLike: orNull(
    z.object({
      symbol: text('Symbol of the well-known token.'),
      mint: text('Mint of the well-known token.'),
    }),
    'The well-known token whose symbol the symbol imitates; null without the warning `look-alike-symbol`.',
  ),
  ...priceFields,
  value: valueField('value of `amount`; null without a price'),
});
export type ExtendedToken = z.infer<typeof ExtendedToken>;

export const ExtendedHoldings = define(
  'ExtendedHoldings',
  'The holdings of an account with `options.extended`.',
  {
    lamports,
    nfts: listOf(ExtendedNft, NFTS),
    tokens: listOf(ExtendedToken, TOKENS),
    nextCursor,
    lamportsString: text('`lamports` as a decimal string.'),
    slot: int('Oldest slot at which any part was read.'),
    commitment: wordOf(
      COMMITMENTS,
      'Commitment of the reads: `finalized` on a chain whose node has an Alpenglow genesis certificate, else `confirmed`.',
    ),
    warnings: listOf(z.string(), `Stable codes. ${describeValues(HOLDINGS_WARNINGS)}`),
    coverage: CoverageSchema,
    primaryName: orNull(
      z.string(),
      'Primary `.sol` name that the account has set and still owns. Null if there is none, or if it could not be read (see `coverage`).',
    ),
    ...priceFields,
    value: valueField('sum of the known values of `lamports`, `tokens` and, with `stake`, `stakedLamports`'),
    priced: pricedField,
    ...stakeFields,
    ignored: IgnoredNames,
  },
);
/** The complete holdings; `documentedHoldings` reduces them to the documented format. */
export type ExtendedHoldings = z.infer<typeof ExtendedHoldings>;

/** Reduces an NFT to the fields of the documented format. */
export function documentedNft(nft: Nft): Nft {
  const { mint, address, isSemiFungible, name, symbol, image, sellerFeeBasisPoints, metadata } = nft;
  return { mint, address, isSemiFungible, name, symbol, image, sellerFeeBasisPoints, metadata };
}

/** Returns the documented format of a token. */
export function documentedToken(token: ExtendedToken): Token {
  const { decimals, amount, address, mint, name, symbol, image } = token;
  return { decimals, amount, address, mint, name, symbol, image };
}

/** Returns the default format of holdings: only the documented fields, in the documented order (contract §3). */
export function documentedHoldings({ lamports, nfts, tokens, nextCursor }: ExtendedHoldings): Holdings {
  return {
    lamports,
    nfts: nfts.map(documentedNft),
    tokens: tokens.map(documentedToken),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}

/** An item and the list (NFTs or tokens) that it belongs to. */
export type Item = { kind: 'nft'; item: ExtendedNft } | { kind: 'token'; item: ExtendedToken };
