import type { Edition } from '@/lib/solana/accounts/edition';
import type { SolanaAddress } from '@/lib/solana/address/address';
import { documentedMetadata, type Item, type KnownMint } from '@/lib/solana/assemble-holdings';
import type { ExtendedNft, ExtendedToken, NftMetadata } from '@/lib/solana/holdings';
import { BUBBLEGUM_PROGRAM, MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import type { AssetInterface, DasAsset, DasSupply, DasTokenInfo } from './asset-schema';
import { contentOf } from './content';

/** Token standards by their number. */
const TOKEN_STANDARDS = [
  'NonFungible',
  'FungibleAsset',
  'Fungible',
  'NonFungibleEdition',
  'ProgrammableNonFungible',
  'ProgrammableNonFungibleEdition',
] as const;

const INTERFACE_OF_STANDARD: readonly AssetInterface[] = [
  'V1_NFT',
  'FungibleAsset',
  'FungibleToken',
  'V1_PRINT',
  'ProgrammableNFT',
  'ProgrammableNFT',
];

/** An item, and what else is known about it. */
export type AssetParts = {
  item: Item;
  /** "" if the owner is unknown or there are several. */
  owner: SolanaAddress | '';
  /** Its mint; undefined for an asset without one. */
  known: KnownMint | undefined;
  /** Its edition account, if it was read. */
  edition?: Edition | undefined;
  /** Whether the account of the mint was read: its supply and authorities are known. */
  isMintRead: boolean;
  /** Whether the owner's balance is part of the answer. */
  withBalance: boolean;
  showUnverifiedCollections: boolean;
  isCoreCollection?: boolean;
  isBurnt?: boolean;
  /** Additional codes. */
  warnings?: readonly string[];
};

/** Whether an item is one of a kind: an NFT that is not semi-fungible. */
export const isNonFungible = ({ kind, item }: Item): boolean => kind === 'nft' && !item.isSemiFungible;

/** Whether an item is a compressed NFT, of a DAS upstream. */
export const isCompressed = ({ item }: Item): boolean => item.programId === BUBBLEGUM_PROGRAM;

/** Kind of an asset: NFTs by their token standard, and by their supply if they have none. */
function interfaceOf({ item: { kind, item }, isCoreCollection }: AssetParts): AssetInterface {
  if (isCoreCollection) return 'MplCoreCollection';
  if (item.programId === MPL_CORE_PROGRAM) return 'MplCoreAsset';
  if (kind === 'token') return 'FungibleToken';
  if (item.tokenStandard === null) return item.isSemiFungible ? 'FungibleAsset' : 'LEGACY_NFT';
  return INTERFACE_OF_STANDARD[item.tokenStandard] ?? 'Custom';
}

/** Metadata of a token, in the form of an NFT's. */
function tokenMetadataOf(token: ExtendedToken, known: KnownMint | undefined): NftMetadata {
  const metadata = typeof known?.metadata === 'object' ? known.metadata : undefined;
  const documented = metadata !== undefined && 'key' in metadata ? documentedMetadata(metadata) : undefined;
  const { name, symbol, image, mint } = token;
  const data = documented?.data ?? {
    name,
    symbol,
    uri: metadata?.uri ?? '',
    sellerFeeBasisPoints: 0,
    creators: [],
  };
  return {
    key: 0,
    updateAuthority: metadata?.updateAuthority ?? '',
    mint,
    primarySaleHappened: false,
    isMutable: metadata?.updateAuthority != null,
    editionNonce: null,
    ...documented,
    // Only the image of a token's document is kept.
    data: image === '' ? data : { ...data, uriData: { image } },
  };
}

/** Numbers instead of bigints: JSON without a bigint is written three times as fast, and lists have only these. */
const UNREAD_PRINTS = { print_max_supply: 0, print_current_supply: 0 } as unknown as Pick<
  DasSupply,
  'print_max_supply' | 'print_current_supply'
>;

function supplyOf(editionNonce: number | null, edition: Edition | undefined): DasSupply {
  if (edition === undefined) return { ...UNREAD_PRINTS, edition_nonce: editionNonce };
  const master = edition.kind === 'master' ? edition : undefined;
  const print = edition.kind === 'print' ? edition : undefined;
  return {
    print_max_supply: master?.maxSupply ?? 0n,
    print_current_supply: master?.supply ?? 0n,
    edition_nonce: editionNonce,
    ...(print === undefined ? {} : { edition_number: print.number, master_edition_address: print.parent }),
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

function groupingOf(
  { collection }: ExtendedNft | ExtendedToken,
  showUnverifiedCollections: boolean,
): DasAsset['grouping'] {
  if (collection === null || !(collection.verified || showUnverifiedCollections)) return [];
  const { key, verified } = collection;
  const group = { group_key: 'collection' as const, group_value: key };
  return [showUnverifiedCollections ? { ...group, verified } : group];
}

const NOT_COMPRESSED: DasAsset['compression'] = {
  eligible: false,
  compressed: false,
  data_hash: '',
  creator_hash: '',
  asset_hash: '',
  tree: '',
  seq: 0,
  leaf_id: 0,
};

/** Converts an item to a DAS asset. Nothing in it is guessed: DAS.md lists what a chain cannot tell. */
export function assetOfItem(parts: AssetParts): DasAsset {
  const { item: each, known, owner } = parts;
  const { item } = each;
  const { data, updateAuthority, isMutable, primarySaleHappened, editionNonce } =
    each.kind === 'nft' ? each.item.metadata : tokenMetadataOf(each.item, known);
  const isNft = isNonFungible(each);
  const { name, symbol } = item;
  const tokenStandard = item.tokenStandard === null ? undefined : TOKEN_STANDARDS[item.tokenStandard];
  // Optional members are added afterwards: a spread takes longer than the rest of this function.
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
      percent: data.sellerFeeBasisPoints / 10_000,
      basis_points: data.sellerFeeBasisPoints,
      primary_sale_happened: primarySaleHappened,
      locked: false,
    },
    creators: data.creators.map(({ address, share, verified }) => ({ address, share, verified })),
    ownership: {
      frozen: item.state === 'frozen',
      delegated: item.delegate !== null,
      delegate: item.delegate,
      ownership_model: isNft ? 'single' : 'token',
      owner,
    },
    mutable: isMutable,
    burnt: parts.isBurnt ?? false,
  };
  if (item.mintFacts.nonTransferable) asset.ownership.non_transferable = true;
  if (isNft && known !== undefined) asset.supply = supplyOf(editionNonce, parts.edition);
  if (parts.isMintRead && known !== undefined) asset.token_info = tokenInfoOf(parts, known);
  const warnings = parts.warnings === undefined ? item.warnings : [...item.warnings, ...parts.warnings];
  if (warnings.length > 0) asset.warnings = warnings;
  return asset;
}
