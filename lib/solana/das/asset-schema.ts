// The objects of the Digital Asset Standard API, with its field names (contract §8). Safe in the browser.
import * as z from 'zod/mini';
import {
  define,
  describe,
  flag,
  int,
  listOf,
  object,
  orAbsent,
  orNull,
  text,
  wordOf,
} from '@/lib/json/describe';
import { SolanaAddress } from '@/lib/solana/address/address';
import { address, amount, NULL_IF_METADATA_UNREAD, NULL_IF_UNREAD } from '@/lib/solana/holdings-fields';

const u64 = (description: string) => amount.check(describe(description));
/** An object whose members depend on an on-chain type. */
const fields = z.record(z.string(), z.unknown());

/** Interfaces of an asset, determined by its program and token standard. */
export const INTERFACES = [
  'V1_NFT',
  'V1_PRINT',
  'LEGACY_NFT',
  'ProgrammableNFT',
  'FungibleAsset',
  'FungibleToken',
  'MplCoreAsset',
  'MplCoreCollection',
  'Custom',
] as const;
export type AssetInterface = (typeof INTERFACES)[number];

const DasContent = define('DasContent', 'Names, files and links of an asset.', {
  $schema: text('Schema of the metadata.'),
  json_uri: text('URI of the off-chain document.'),
  files: listOf(
    z.object({
      uri: z.optional(text('URI as in the document.')),
      mime: z.optional(text('MIME type from the document, or else from the file name; absent if unknown.')),
    }),
    'Files in the off-chain document, image first; empty if the document was not read.',
  ),
  metadata: object('On-chain names, and fields of the off-chain document.', {
    name: text('On-chain name.'),
    symbol: text('On-chain symbol.'),
    description: z.optional(text('Description of the off-chain document.')),
    attributes: z.optional(
      listOf(z.record(z.string(), z.unknown()), 'Attributes of the off-chain document, unchanged.'),
    ),
    token_standard: z.optional(text('Metaplex token standard; absent if it is not set.')),
  }),
  links: object('Links of the off-chain document.', {
    image: z.optional(text('Image of the off-chain document, unchanged.')),
    animation_url: z.optional(text('Animation of the off-chain document, unchanged.')),
    external_url: z.optional(text('Website of the off-chain document, unchanged.')),
  }),
});
export type DasContent = z.infer<typeof DasContent>;

const DasCompression = define('DasCompression', 'State compression of an asset.', {
  eligible: flag('Whether the asset can be compressed; always false.'),
  compressed: flag('Whether the asset is compressed.'),
  data_hash: text('Hash of the metadata; "" unless compressed.'),
  creator_hash: text('Hash of the creators; "" unless compressed.'),
  asset_hash: text('Hash of the leaf; "" unless compressed.'),
  tree: text('Merkle tree; "" unless compressed.'),
  seq: int('Sequence number of the last change; 0 unless compressed.'),
  leaf_id: int('Index of the leaf; 0 unless compressed.'),
});

const DasSupply = define('DasSupply', 'Print supply of an NFT.', {
  print_max_supply: u64('Maximum number of prints; 0 if unlimited, or if the edition was not read.'),
  print_current_supply: u64('Number of prints; 0 if the edition was not read.'),
  edition_nonce: orNull(z.int(), 'Bump of the edition account, or null.'),
  edition_number: z.optional(u64('Edition number of a print; present only if its edition was read.')),
  master_edition_address: z.optional(
    address('Master edition account of a print; present only if its edition was read.'),
  ),
});
export type DasSupply = z.infer<typeof DasSupply>;

const DasTokenInfo = define('DasTokenInfo', 'Mint of an asset, and the amount that its owner holds.', {
  symbol: z.optional(text('Symbol of the token; absent if it is empty.')),
  balance: z.optional(u64('Raw amount that the owner holds, in all its token accounts together.')),
  supply: z.optional(u64('Raw supply of the mint.')),
  decimals: int('Number of decimals.'),
  token_program: text('Token program of the mint.'),
  associated_token_address: z.optional(
    address('Token account of the owner; if there are several, the one with the largest balance.'),
  ),
  mint_authority: z.optional(address('Authority that can mint more of the token.')),
  freeze_authority: z.optional(address('Authority that can freeze token accounts.')),
});
export type DasTokenInfo = z.infer<typeof DasTokenInfo>;

/** The use methods of Metaplex, by number. */
export const USE_METHODS = ['Burn', 'Multiple', 'Single'] as const;
const DasUses = define('DasUses', 'Uses of an asset.', {
  use_method: wordOf(USE_METHODS, 'Effect of a use.'),
  remaining: u64('Number of uses left.'),
  total: u64('Initial number of uses.'),
});
export type DasUses = z.infer<typeof DasUses>;

export const DasAsset = define('DasAsset', 'A digital asset.', {
  interface: wordOf(INTERFACES, 'Kind of asset, determined by its program and token standard.'),
  id: address('Address of the mint, or of the asset if it has no mint.'),
  content: DasContent,
  authorities: listOf(
    z.object({
      address: text('Address of the authority.'),
      scopes: listOf(
        z.enum(['full', 'royalty', 'metadata', 'extension']),
        'What the authority can change; always `full`.',
      ),
    }),
    'Update authority; empty if the asset has none, or if its metadata could not be read.',
  ),
  compression: DasCompression,
  grouping: listOf(
    z.object({
      group_key: wordOf(['collection'], 'Kind of group.'),
      group_value: text('Address of the group.'),
      verified: z.optional(
        flag('Whether the group has verified the asset; only with `showUnverifiedCollections`.'),
      ),
      collection_metadata: z.optional(
        object('The collection itself; only with `showCollectionMetadata`.', {
          name: z.optional(text('Name of the collection.')),
          image: z.optional(text('Image of the collection, an absolute https or data URL.')),
        }),
      ),
    }),
    'Verified collection; with `showUnverifiedCollections`, also an unverified one.',
  ),
  royalty: object('Royalties on secondary sales.', {
    royalty_model: wordOf(['creators'], 'Who receives royalties.'),
    target: orNull(SolanaAddress, 'Single recipient; always null.'),
    percent: orNull(z.number(), `Royalty as a fraction: 0.05 is 5 %; ${NULL_IF_METADATA_UNREAD}`),
    basis_points: orNull(z.int(), `Royalty in basis points; ${NULL_IF_METADATA_UNREAD}`),
    primary_sale_happened: orNull(
      z.boolean(),
      `Whether the primary sale has happened; ${NULL_IF_METADATA_UNREAD}`,
    ),
    locked: flag('Whether the royalty is locked; always false.'),
  }),
  creators: orNull(
    z.array(
      z.object({
        address: text('Address of the creator.'),
        share: int('Share of the royalties in percent.'),
        verified: orNull(z.boolean(), `Whether the creator has signed; ${NULL_IF_UNREAD}`),
      }),
    ),
    `Creators, in their on-chain order; ${NULL_IF_METADATA_UNREAD}`,
  ),
  ownership: object('Owner and delegate.', {
    frozen: orNull(
      z.boolean(),
      `Whether the asset or its token account is frozen, as it always is for a programmable NFT; false for a fungible token read by id; null if the owner, or the collection of an MPL Core asset, could not be read.`,
    ),
    non_transferable: z.optional(flag('Present and true if the asset can never be transferred.')),
    delegated: orNull(z.boolean(), 'Whether the asset has a delegate; null if the owner could not be read.'),
    delegate: orNull(
      SolanaAddress,
      'Address that can move the asset in addition to its owner; null if there is none or `delegated` is null.',
    ),
    ownership_model: wordOf(['single', 'token'], '`token` if several accounts can hold the asset.'),
    owner: text('Owner; "" for a fungible token read by id, or if the owner could not be read.'),
  }),
  supply: orAbsent(DasSupply, 'Print supply; present only for NFTs that have a mint.'),
  uses: orAbsent(DasUses, 'How often the asset can be used; absent if it is not limited.'),
  mutable: orNull(
    z.boolean(),
    `Whether the metadata can change, false for a mint without metadata; ${NULL_IF_METADATA_UNREAD}`,
  ),
  burnt: flag('Whether the asset is burnt.'),
  mint_extensions: orAbsent(fields, 'Extensions of a Token-2022 mint; only in reads by id.'),
  plugins: orAbsent(fields, 'Plugins of an MPL Core account, by name; only in reads by id.'),
  external_plugins: orAbsent(
    z.array(fields),
    'External plugins of an MPL Core account; only in reads by id.',
  ),
  unknown_plugins: orAbsent(z.array(fields), 'Plugins of an unknown type, in base64.'),
  unknown_external_plugins: orAbsent(z.array(fields), 'External plugins of an unknown type, in base64.'),
  mpl_core_info: orAbsent(
    z.object({
      num_minted: z.optional(int('Number of assets ever created in the collection.')),
      current_size: z.optional(int('Number of assets in the collection.')),
      plugins_json_version: int('Version of the format of `plugins`; always 1.'),
    }),
    'Facts about an MPL Core account; only in reads by id.',
  ),
  token_info: orAbsent(
    DasTokenInfo,
    'Mint of the asset: always present in reads by id; in lists only with `showFungible`.',
  ),
  warnings: z.optional(
    listOf(
      z.string(),
      'Stable codes for what could not be read or looks suspicious; absent if there is nothing to report.',
    ),
  ),
});
export type DasAsset = z.infer<typeof DasAsset>;

const DasError = define('DasError', 'An asset that could not be read completely.', {
  id: text('Asset or token account.'),
  error: text('What could not be read.'),
});

/** Fields that all lists have. */
const listFields = {
  total: int('Number of entries in this response.'),
  limit: int('Maximum number of entries in a response.'),
  page: z.optional(int('Requested page.')),
  cursor: z.optional(text('Cursor that continues the list; absent at the end of the list.')),
  before: z.optional(text('The requested `before`: upper bound of ids.')),
  after: z.optional(text('The requested `after`: lower bound of ids.')),
  last_indexed_slot: int('Oldest slot at which any part was read.'),
};

const listWarnings = listOf(
  z.string(),
  'Stable codes: `sort-unsupported`, `documents-unread`, `-unread` after each kind that the list does not cover (such as `compressed-unread`), and the warning codes of holdings.',
);

export const DasAssetList = define('DasAssetList', 'A list of digital assets.', {
  ...listFields,
  grand_total: z.optional(int('Number of assets on all pages; only with `showGrandTotal`.')),
  items: listOf(DasAsset, 'Assets, ordered by id.'),
  nativeBalance: z.optional(
    object('Balance of the owner; only with `showNativeBalance`.', {
      lamports: u64('Exact balance in lamports (10⁻⁹ SOL).'),
    }),
  ),
  warnings: listWarnings,
});
export type DasAssetList = z.infer<typeof DasAssetList>;

export const DasTokenAccounts = define('DasTokenAccounts', 'A list of token accounts.', {
  ...listFields,
  token_accounts: listOf(
    z.object({
      address: address('Address of the token account.'),
      mint: address('Mint of the token.'),
      amount: u64('Raw amount.'),
      owner: address('Owner of the token account.'),
      frozen: flag('Whether the account is frozen.'),
      delegate: orNull(SolanaAddress, 'Address that can move part of the balance, or null.'),
      delegated_amount: u64('Raw amount that the delegate can move.'),
      close_authority: orNull(SolanaAddress, 'Address that can close the account, or null.'),
    }),
    'Token accounts, ordered by address.',
  ),
  errors: listOf(DasError, 'Always empty: the list is complete, or the call fails.'),
  warnings: listWarnings,
});
export type DasTokenAccounts = z.infer<typeof DasTokenAccounts>;

export const DasNftEditions = define('DasNftEditions', 'The prints of a master edition.', {
  ...listFields,
  master_edition_address: address('Master edition account.'),
  supply: u64('Number of prints.'),
  max_supply: orNull(amount, 'Maximum number of prints; null if unlimited.'),
  editions: listOf(
    z.object({
      mint_address: address('Mint of the print.'),
      edition_address: address('Edition account of the print.'),
      edition_number: u64('Number of the print.'),
    }),
    'The prints.',
  ),
});
export type DasNftEditions = z.infer<typeof DasNftEditions>;
