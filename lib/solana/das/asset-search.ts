import type { SolanaAddress } from '@/lib/solana/address/address';
import type { KnownMint, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import type { Coverage } from '@/lib/solana/coverage';
import type { Item } from '@/lib/solana/holdings';
import { assetOfItem, isCompressed, isNonFungible } from './asset-of-item';
import type { AssetInterface } from './asset-schema';

/** The kinds of asset that a search can be limited to, each with its condition. */
const TYPE_CONDITIONS = {
  fungible: (item: Item) => !isNonFungible(item),
  nonFungible: isNonFungible,
  regularNft: (item: Item) => isNonFungible(item) && !isCompressed(item),
  compressedNft: isCompressed,
  all: () => true,
};
export type TokenType = keyof typeof TYPE_CONDITIONS;
export const TOKEN_TYPES = Object.keys(TYPE_CONDITIONS) as TokenType[];

/** Conditions on the assets of an owner; all must hold. */
export type AssetSearch = {
  tokenType: TokenType;
  interface?: AssetInterface | undefined;
  ownerType?: 'single' | 'token' | undefined;
  compressed?: boolean | undefined;
  frozen?: boolean | undefined;
  burnt?: boolean | undefined;
  creatorAddress?: SolanaAddress | undefined;
  creatorVerified?: boolean | undefined;
  authorityAddress?: SolanaAddress | undefined;
  /** Only verified members of this collection. */
  collection?: SolanaAddress | undefined;
  delegate?: SolanaAddress | undefined;
  royaltyAmount?: number | undefined;
  jsonUri?: string | undefined;
  name?: string | undefined;
};

const CORE_INTERFACES: readonly (AssetInterface | undefined)[] = ['MplCoreAsset', 'MplCoreCollection'];

/**
 * Returns the only kind of asset that a search selects, if that kind was not read. An empty list would then state as
 * known what is not.
 */
export function unreadKind(
  { tokenType, compressed, interface: kind }: AssetSearch,
  { read }: Coverage,
): 'compressed NFTs' | 'MPL Core assets' | undefined {
  if ((compressed === true || tokenType === 'compressedNft') && !read.includes('compressed'))
    return 'compressed NFTs';
  return CORE_INTERFACES.includes(kind) && !read.includes('mpl-core') ? 'MPL Core assets' : undefined;
}

/**
 * Returns a predicate that checks whether an item matches the search. Empty token accounts match only as fungible
 * tokens.
 */
export function searchCondition(search: AssetSearch): MatchesItem {
  const { tokenType, ...conditions } = search;
  const isUnconditional = Object.values(conditions).every((condition) => condition === undefined);
  return (item, known, ofUpstream) =>
    TYPE_CONDITIONS[tokenType](item) &&
    !(item.item.amount === 0n && isNonFungible(item)) &&
    (isUnconditional || meets(search, item, known, ofUpstream));
}

function meets(search: AssetSearch, item: Item, known: KnownMint | undefined, ofUpstream: unknown): boolean {
  const asset = assetOfItem({
    item,
    owner: '',
    known,
    isMintRead: false,
    withBalance: false,
    showUnverifiedCollections: false,
  });
  const { creatorAddress, creatorVerified, authorityAddress, collection } = search;
  const isEqual = <T>(wanted: T | undefined, is: T | null) => wanted === undefined || wanted === is;
  return (
    isEqual(search.interface, (ofUpstream as typeof asset | undefined)?.interface ?? asset.interface) &&
    isEqual(search.ownerType, asset.ownership.ownership_model) &&
    isEqual(search.compressed, isCompressed(item)) &&
    isEqual(search.frozen, asset.ownership.frozen) &&
    isEqual(search.burnt, asset.burnt) &&
    isEqual(search.royaltyAmount, asset.royalty.basis_points) &&
    isEqual(search.jsonUri, asset.content.json_uri) &&
    isEqual(search.name, asset.content.metadata.name) &&
    isEqual<string | null>(search.delegate, asset.ownership.delegate) &&
    (authorityAddress === undefined ||
      asset.authorities.some(({ address }) => address === authorityAddress)) &&
    (collection === undefined || asset.grouping.some(({ group_value }) => group_value === collection)) &&
    ((creatorAddress === undefined && creatorVerified === undefined) ||
      asset.creators?.some(
        ({ address, verified }) => isEqual(creatorAddress, address) && isEqual(creatorVerified, verified),
      ) === true)
  );
}

/**
 * Checks whether an item matches. `known` is the item's mint; undefined if the item has no mint. `ofUpstream` is the
 * asset as the DAS upstream returned it, if that is what the list contains.
 */
export type MatchesItem = (item: Item, known: KnownMint | undefined, ofUpstream?: unknown) => boolean;

/** Checks whether `a` comes before `b`: it holds more, or the same amount at a smaller address. */
function precedes(a: OwnedTokenAccount, b: OwnedTokenAccount): boolean {
  if (a.account.amount !== b.account.amount) return a.account.amount > b.account.amount;
  return a.address < b.address;
}

/**
 * Merges the accounts of each mint, so that every asset is listed once. Keeps the account with the largest amount, and
 * replaces its amount with the total.
 */
export function onePerMint(accounts: readonly OwnedTokenAccount[]): OwnedTokenAccount[] {
  const most = new Map<SolanaAddress, OwnedTokenAccount>();
  const amounts = new Map<SolanaAddress, bigint>();
  for (const each of accounts) {
    const { mint, amount } = each.account;
    const other = most.get(mint);
    if (other === undefined || precedes(each, other)) most.set(mint, each);
    amounts.set(mint, (amounts.get(mint) ?? 0n) + amount);
  }
  return [...most.values()].map((each) => {
    const amount = amounts.get(each.account.mint) ?? each.account.amount;
    return amount === each.account.amount ? each : { ...each, account: { ...each.account, amount } };
  });
}
