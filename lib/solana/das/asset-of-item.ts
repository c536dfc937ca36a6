import type { SolanaAddress } from '@/lib/solana/address/address';
import { type KnownMint, nftMetadata } from '@/lib/solana/assemble-holdings';
import type { ExtendedNft, ExtendedToken, Item, NftMetadata } from '@/lib/solana/holdings';
import { BUBBLEGUM_PROGRAM, MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import {
  type AssetInterface,
  type DasAsset,
  type DasSupply,
  type DasTokenInfo,
  type DasUses,
  USE_METHODS,
} from './asset-schema';
import { contentOf } from './content';
import type { CoreMembers } from './core-plugins';

/** Name and interface of the token standards, indexed by number. */
const TOKEN_STANDARDS: readonly [name: string, AssetInterface][] = [
  ['NonFungible', 'V1_NFT'],
  ['FungibleAsset', 'FungibleAsset'],
  ['Fungible', 'FungibleToken'],
  ['NonFungibleEdition', 'V1_PRINT'],
  ['ProgrammableNonFungible', 'ProgrammableNFT'],
  ['ProgrammableNonFungibleEdition', 'ProgrammableNFT'],
];

/** An asset read by its id. */
export type AssetById = {
  item: Item;
  /** "" if the owner is unknown or the asset can have several owners. */
  owner: SolanaAddress | '';
  /** The asset's mint; undefined for an MPL Core asset or collection. */
  known?: KnownMint | undefined;
  isCoreCollection?: boolean;
  /** Undefined for a mint that has no extensions, and in lists. */
  accountMembers?: AccountMembers | undefined;
  isBurnt?: boolean;
  /** Whether the asset has a single owner that could not be read. */
  isOwnerMissing?: boolean;
};

/** Inputs for building a DAS asset. */
export type AssetParts = AssetById & {
  /** Whether the mint's account was read, so that its supply and authorities are known. */
  isMintRead: boolean;
  /** Whether to include the owner's balance. */
  withBalance: boolean;
  showUnverifiedCollections: boolean;
  /** Warning codes to add to those of the item. */
  warnings?: readonly string[];
};

/** Members of a DAS asset that come only from the asset's own account. */
export type AccountMembers = CoreMembers | { mint_extensions: Record<string, unknown> };

/** Checks whether an item is non-fungible: an NFT that is not semi-fungible. */
export const isNonFungible = ({ kind, item }: Item): boolean => kind === 'nft' && !item.isSemiFungible;

/** Checks whether an item is a compressed NFT, which only a DAS upstream returns. */
export const isCompressed = ({ item }: Item): boolean => item.programId === BUBBLEGUM_PROGRAM;

/**
 * Returns the interface of an asset. NFTs are classified by their token standard, or by their supply if they have none.
 */
function interfaceOf({ item: { kind, item }, isCoreCollection }: AssetParts): AssetInterface {
  if (isCoreCollection) return 'MplCoreCollection';
  if (item.programId === MPL_CORE_PROGRAM) return 'MplCoreAsset';
  if (kind === 'token') return 'FungibleToken';
  if (item.tokenStandard === null) return item.isSemiFungible ? 'FungibleAsset' : 'LEGACY_NFT';
  return TOKEN_STANDARDS[item.tokenStandard]?.[1] ?? 'Custom';
}

/** Returns a token's metadata in the same format as an NFT's. */
function tokenMetadataOf(token: ExtendedToken, known: KnownMint | undefined): NftMetadata {
  const { image, mint } = token;
  const metadata = nftMetadata(mint, known?.metadata ?? 'none');
  // Only the image from a token's document is kept.
  return image === '' ? metadata : { ...metadata, data: { ...metadata.data, uriData: { image } } };
}

/**
 * Values for editions that were not read, as in all lists. Numbers instead of bigints, because JSON without bigints is
 * serialized three times as fast.
 */
const UNREAD_PRINTS = { print_max_supply: 0, print_current_supply: 0 } as unknown as Pick<
  DasSupply,
  'print_max_supply' | 'print_current_supply'
>;

function supplyOf({ metadata: { editionNonce }, edition }: ExtendedNft): DasSupply {
  if (edition === null) return { ...UNREAD_PRINTS, edition_nonce: editionNonce };
  const { number, parent, supply, maxSupply } = edition;
  return {
    print_max_supply: maxSupply ?? 0n,
    print_current_supply: supply ?? 0n,
    edition_nonce: editionNonce,
    ...(number !== null && parent !== null && { edition_number: number, master_edition_address: parent }),
  };
}

function tokenInfoOf({ item: { item }, withBalance }: AssetParts, known: KnownMint): DasTokenInfo {
  const { mintAuthority, freezeAuthority } = known.facts;
  const info: DasTokenInfo = { decimals: item.decimals, token_program: item.programId };
  if (item.symbol !== '') info.symbol = item.symbol;
  if (withBalance) {
    info.balance = item.amount;
    info.associated_token_address = item.address;
  }
  if (!known.missing) info.supply = known.supply;
  if (mintAuthority !== undefined) info.mint_authority = mintAuthority;
  if (freezeAuthority !== undefined) info.freeze_authority = freezeAuthority;
  return info;
}

/** Returns undefined if the metadata has no uses, or an unknown use method. */
function usesOf(metadata: KnownMint['metadata'] | undefined): DasUses | undefined {
  const uses = typeof metadata === 'object' && 'key' in metadata ? metadata.uses : null;
  const method = uses === null ? undefined : USE_METHODS[uses.useMethod];
  return uses === null || method === undefined
    ? undefined
    : { use_method: method, remaining: uses.remaining, total: uses.total };
}

function groupingOf(
  { collection }: ExtendedNft | ExtendedToken,
  showUnverifiedCollections: boolean,
): DasAsset['grouping'] {
  if (collection === null || !(collection.verified || showUnverifiedCollections)) return [];
  const { key, verified } = collection;
  const group = { group_key: 'collection' as const, group_value: key };
  return [showUnverifiedCollections ? { ...group, verified } : group];
}

/** `compression` of an asset that is not compressed. */
export const NOT_COMPRESSED: DasAsset['compression'] = {
  eligible: false,
  compressed: false,
  data_hash: '',
  creator_hash: '',
  asset_hash: '',
  tree: '',
  seq: 0,
  leaf_id: 0,
};

/** Converts an item to a DAS asset. docs/das.md lists the members that cannot be read from a chain and are left out. */
export function assetOfItem(parts: AssetParts): DasAsset {
  const { item: each, known, owner } = parts;
  const { item } = each;
  const { data, updateAuthority, isMutable, primarySaleHappened } =
    each.kind === 'nft' ? each.item.metadata : tokenMetadataOf(each.item, known);
  const isNft = isNonFungible(each);
  const { name, symbol } = item;
  const [tokenStandard] = TOKEN_STANDARDS[item.tokenStandard ?? -1] ?? [];
  // Optional members are added below: a spread here would take longer than the rest of this function.
  const asset: DasAsset = {
    interface: interfaceOf(parts),
    id: item.mint,
    content: contentOf({ name, symbol, uri: data.uri, tokenStandard }, data.uriData),
    authorities: updateAuthority === '' ? [] : [{ address: updateAuthority, scopes: ['full'] }],
    compression: NOT_COMPRESSED,
    grouping: groupingOf(item, parts.showUnverifiedCollections),
    royalty: {
      royalty_model: 'creators',
      target: null,
      percent: data.sellerFeeBasisPoints === null ? null : data.sellerFeeBasisPoints / 10_000,
      basis_points: data.sellerFeeBasisPoints,
      primary_sale_happened: primarySaleHappened,
      locked: false,
    },
    creators: data.creators?.map(({ address, share, verified }) => ({ address, share, verified })) ?? null,
    ownership: {
      frozen: parts.isOwnerMissing || item.state === null ? null : item.state === 'frozen',
      delegated: parts.isOwnerMissing ? null : item.delegate !== null,
      delegate: item.delegate,
      ownership_model: isNft ? 'single' : 'token',
      owner,
    },
    mutable: isMutable,
    burnt: parts.isBurnt ?? false,
  };
  if (item.mintFacts.nonTransferable) asset.ownership.non_transferable = true;
  if (each.kind === 'nft' && isNft && known !== undefined) asset.supply = supplyOf(each.item);
  if (parts.isMintRead && known !== undefined) asset.token_info = tokenInfoOf(parts, known);
  const uses = usesOf(known?.metadata);
  if (uses !== undefined) asset.uses = uses;
  if (parts.accountMembers !== undefined) Object.assign(asset, parts.accountMembers);
  const warnings = parts.warnings === undefined ? item.warnings : [...item.warnings, ...parts.warnings];
  if (warnings.length > 0) asset.warnings = warnings;
  return asset;
}
