// Parameters of the DAS methods, in both of their dialects (contract §8).
import * as z from 'zod/mini';
import { define, describe, optionalFlag } from '@/lib/json/describe';
import { SolanaAddress } from '@/lib/solana/address/address';
import { INTERFACES } from '@/lib/solana/das/asset-schema';
import { address } from '@/lib/solana/holdings-fields';
import { boundedInteger, INTEGERS_PARAM } from './integers';

/** Maximum number of entries in a response, and of ids in a call. */
export const MAX_ENTRIES = 1_000;
/** Maximum page number. All entries before a page have to be read, so a higher number is probably a mistake. */
const MAX_PAGE = 100_000;

const text = (description: string) =>
  z
    .string({ error: 'Expected a string of at most 1,000 characters' })
    .check(z.maxLength(1_000), describe(description));

/** Options for the content of a response, named `options` or `displayOptions` in calls. */
export const DasDisplayOptions = define(
  'DasDisplayOptions',
  'Options that select what the response contains for each asset.',
  {
    showUnverifiedCollections: optionalFlag(
      'Show unverified collections too, with `verified` for each collection.',
    ),
    showCollectionMetadata: optionalFlag('Show the name and image of each collection.'),
    showFungible: optionalFlag('List fungible and semi-fungible tokens too, and show `token_info`.'),
    showNativeBalance: optionalFlag('Show the balance of the owner in lamports.'),
    showZeroBalance: optionalFlag('Include token accounts without a balance.'),
    showGrandTotal: optionalFlag('Count the assets on all pages, which requires reading all of them.'),
    parseMetadataUri: optionalFlag('Fetch the off-chain documents: fills `files`, `links` and more.', true),
  },
);
export type DasDisplayOptions = z.infer<typeof DasDisplayOptions>;

/** Sort orders of a list. Both sort by id. */
export const SUPPORTED_SORTS: readonly string[] = ['id', 'none'];
/** Sort orders of DAS that need an index, in both dialects: no account has these times. */
const UNSUPPORTED_SORTS = ['created', 'updated', 'recentAction', 'recent_action'];
const SORTS = [...SUPPORTED_SORTS, ...UNSUPPORTED_SORTS];

const DasSortBy = define('DasSortBy', 'Sort order of a list.', {
  sortBy: z
    .enum(SORTS, { error: `Expected one of ${SORTS.join(', ')}` })
    .check(describe('All values sort by id; all except `id` and `none` add the warning `sort-unsupported`.')),
  sortDirection: z.optional(
    z
      .enum(['asc', 'desc'], { error: 'Expected "asc" or "desc"' })
      .check(z.meta({ description: 'Sort direction.', default: 'asc' })),
  ),
});

const limit = boundedInteger(1, MAX_ENTRIES).check(describe('Maximum number of entries in the response.'));
const page = boundedInteger(1, MAX_PAGE).check(describe('Page number, starting at 1.'));
const ids = z
  .array(SolanaAddress, { error: `Expected an array of 1 to ${MAX_ENTRIES} addresses` })
  .check(z.minLength(1), z.maxLength(MAX_ENTRIES), describe('Ids of assets.'));

/** The parameters of all DAS methods that need no index. Each method accepts some of them. */
export const DAS_PARAMS = {
  id: {
    summary: 'Id of the asset: its mint, or the address of an MPL Core asset.',
    schema: address('Id of an asset.'),
  },
  ids: { summary: `Ids of 1 to ${MAX_ENTRIES} assets.`, schema: ids },
  ownerAddress: { summary: 'Owner whose assets are listed.', schema: address('Owner of assets.') },
  owner: { summary: 'The same as `ownerAddress`.', schema: address('Owner of assets.') },
  mintAddress: { summary: 'Mint of the tokens.', schema: address('Mint of tokens.') },
  mint: { summary: 'The same as `mintAddress`.', schema: address('Mint of tokens.') },
  sortBy: {
    summary:
      'Order by id. A node cannot sort by `created`, `updated` or `recentAction`: such a list is sorted by id, with the warning `sort-unsupported`.',
    schema: DasSortBy,
  },
  limit: { summary: `Maximum number of entries in the response, by default ${MAX_ENTRIES}.`, schema: limit },
  page: {
    summary:
      'Page number, starting at 1. Reads everything up to that page; `cursor` is cheaper and complete.',
    schema: page,
  },
  before: { summary: 'Only entries with an id before this one.', schema: address('Upper bound of ids.') },
  after: { summary: 'Only entries with an id after this one.', schema: address('Lower bound of ids.') },
  cursor: {
    summary: 'The `cursor` of an earlier response, to continue its list.',
    schema: text('Cursor of a list.'),
  },
  options: { summary: 'What the response contains for each asset.', schema: DasDisplayOptions },
  displayOptions: { summary: 'The same as `options`.', schema: DasDisplayOptions },
  integers: INTEGERS_PARAM,
  tokenType: {
    summary:
      'Kind of assets: `fungible`, `nonFungible`, `regularNft`, `compressedNft` or `all`. By default NFTs, and all with `showFungible`.',
    schema: text('Kind of assets, in upper or lower case.'),
  },
  interface: {
    summary: 'Interface of the assets.',
    schema: z
      .enum(INTERFACES, { error: `Expected one of ${INTERFACES.join(', ')}` })
      .check(describe('Interface.')),
  },
  ownerType: {
    summary: 'Ownership model: `single` or `token`.',
    schema: z
      .enum(['single', 'token'], { error: 'Expected "single" or "token"' })
      .check(describe('Ownership model.')),
  },
  compressed: {
    summary: 'true: only compressed assets; false: only uncompressed ones.',
    schema: z.boolean(),
  },
  frozen: {
    summary: 'true: only frozen assets; false: only assets that are not frozen.',
    schema: z.boolean(),
  },
  burnt: {
    summary: 'true: only burnt assets (an owner never has any); false: only assets that are not burnt.',
    schema: z.boolean(),
  },
  creatorAddress: { summary: 'Only assets of this creator.', schema: address('Creator of assets.') },
  creatorVerified: { summary: 'Whether the creator has signed.', schema: z.boolean() },
  authorityAddress: {
    summary: 'Only assets with this update authority.',
    schema: address('Update authority of assets.'),
  },
  grouping: {
    summary: 'Only verified members of a collection: `["collection", ADDRESS]`.',
    schema: z
      .array(z.string())
      .check(z.minLength(2), z.maxLength(2), describe('The kind of group and its address.')),
  },
  delegate: { summary: 'Only assets with this delegate.', schema: address('Delegate of assets.') },
  royaltyAmount: {
    summary: 'Only assets with this royalty, in basis points.',
    schema: boundedInteger(0, 65_535),
  },
  jsonUri: { summary: 'Only assets with this document URI.', schema: text('URI of a document.') },
  name: { summary: 'Only assets whose on-chain name is exactly this.', schema: text('Name of assets.') },
} as const;
export type DasParam = keyof typeof DAS_PARAMS;

/** Search parameters that need an index, each with the value that has no effect and needs no index, if any. */
export const INDEX_PARAMS: Readonly<Record<string, unknown>> = {
  negate: false,
  conditionType: 'all',
  royaltyTargetType: 'creators',
  compressible: false,
  supply: undefined,
  supplyMint: undefined,
  royaltyTarget: undefined,
  tree: undefined,
  isAgent: undefined,
  agentToken: undefined,
  assetSigner: undefined,
};

/** The parameters that every list method accepts. */
export const LIST_NAMES = [
  'sortBy',
  'limit',
  'page',
  'before',
  'after',
  'options',
  'displayOptions',
  'cursor',
  'integers',
] as const satisfies readonly DasParam[];
