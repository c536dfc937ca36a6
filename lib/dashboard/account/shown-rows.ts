import { shorten } from '@/lib/dashboard/format';
import {
  type AccountView,
  TOKEN_FLAGS,
  UNREAD_ID,
  UNVERIFIED_ID,
  type ViewFlag,
} from '@/lib/dashboard/search-params';
import { isWrappedSol } from '@/lib/solana/programs';
import { trimEndWhile } from '@/lib/trim-end';
import { misleads, type NftRow, type TokenRow } from './rows';
import { compareText, textOrder } from './text-order';
import { isMetadataUnread } from './unread-data';
import type { ShownValue } from './values';

/** Predicates that check whether a row has a filter flag, by flag. */
const HAS_FLAG: Record<ViewFlag, (row: TokenRow | NftRow) => boolean> = {
  'look-alike': ({ warnings = [] }) => warnings.includes('look-alike-symbol'),
  'misleading-name': ({ warnings = [] }) =>
    misleads(warnings.filter((warning) => warning !== 'look-alike-symbol')),
  takeable: (row) =>
    ('decimals' in row ? row.delegate !== undefined : row.takeable === true) ||
    (row.facts ?? []).includes('permanentDelegate'),
  // Include items whose lock could not be read. Their label says that it was not read.
  locked: (row) =>
    (row.lock !== undefined && row.lock !== 'unlocked') || (row.facts ?? []).includes('nonTransferable'),
  'semi-fungible': (row) => !('decimals' in row) && row.amount !== undefined,
  compressed: (row) => 'compressed' in row && row.compressed === true,
};

/** Flags that warn about a risk; the same as the flags of tokens. */
export type RiskFlag = (typeof TOKEN_FLAGS)[number];
/** Number of rows with each flag. Omits flags that no row has. */
export type RiskCounts = { tab: AccountView['tab']; flag: RiskFlag; count: number }[];

const RISKS = {
  tokens: TOKEN_FLAGS,
  nfts: ['misleading-name', 'takeable', 'locked'],
} as const satisfies Record<AccountView['tab'], readonly RiskFlag[]>;

/** Counts the rows that another party can take, that imitate others, or that cannot be moved. */
export function countRisks(tokens: readonly TokenRow[], nfts: readonly NftRow[]): RiskCounts {
  const lists = { tokens, nfts };
  return (['tokens', 'nfts'] as const).flatMap((tab) =>
    RISKS[tab].flatMap((flag) => {
      const count = lists[tab].filter(HAS_FLAG[flag]).length;
      return count === 0 ? [] : [{ tab, flag, count }];
    }),
  );
}

const compare = <T extends string | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the amount that a row shows, as digits and a number of decimals. */
function shownAmount({ amount, decimals, shown }: TokenRow): { digits: bigint; decimals: number } {
  if (shown === undefined || !/^\d+(\.\d+)?$/.test(shown)) return { digits: BigInt(amount), decimals };
  const point = shown.indexOf('.');
  return { digits: BigInt(shown.replace('.', '')), decimals: point < 0 ? 0 : shown.length - point - 1 };
}

/** Compares the exact amounts of two rows, which can have different decimals. */
export function compareAmounts(a: TokenRow, b: TokenRow): number {
  const [one, other] = [shownAmount(a), shownAmount(b)];
  const scale = Math.max(one.decimals, other.decimals);
  const left = one.digits * 10n ** BigInt(scale - one.decimals);
  const right = other.digits * 10n ** BigInt(scale - other.decimals);
  return compare(left, right);
}

/** Checks whether an item's name, symbol, mint or account matches a search. */
function answers({ name, symbol, mint, address }: TokenRow | NftRow, needle: string): boolean {
  return (
    needle === '' ||
    name.toLowerCase().includes(needle) ||
    symbol.toLowerCase().includes(needle) ||
    mint.toLowerCase().startsWith(needle) ||
    address.toLowerCase().startsWith(needle)
  );
}

/** The rows of a view, and the number of unverified rows that are folded away. */
export type Shown<Row> = { rows: Row[]; folded: number };

/**
 * Whether a token is folded by default: anyone can send an unlisted token to any account. A delegate shows that the
 * owner uses the token.
 */
const isFoldable = (token: TokenRow) =>
  token.unverified === true && token.delegate === undefined && !isWrappedSol(token.mint);

/** Values of tokens by address of the token account. */
export type TokenValues = ReadonlyMap<string, Pick<ShownValue, 'units'>>;

/** Tokens of a view: all of them, and those that are not folded. */
export type ShownTokens = Shown<TokenRow> & { all: TokenRow[] };

/**
 * Returns the tokens of a view in the view's order: wrapped SOL first, unverified tokens last. A search and filters
 * find folded tokens too, and a list is never folded completely.
 * @param values values by address of the token account. The default order is by value, then that of the token list;
 *   without values, it is only the latter
 */
export function shownTokens(
  tokens: readonly TokenRow[],
  view: AccountView,
  values?: TokenValues,
): ShownTokens {
  const needle = view.q.trim().toLowerCase();
  const sign = view.desc ? -1 : 1;
  const found = tokens.filter(
    (token) => view.only.every((flag) => HAS_FLAG[flag](token)) && answers(token, needle),
  );
  const titleOf = (token: TokenRow) => token.symbol || token.name;
  const byText = textOrder(found.map(titleOf));
  const unitsOf = ({ address }: TokenRow) => values?.get(address)?.units ?? -1n;
  const order = (a: TokenRow, b: TokenRow) =>
    view.sort === 'amount'
      ? compareAmounts(a, b)
      : view.sort === 'mint'
        ? compare(a.mint, b.mint)
        : view.sort === 'symbol'
          ? byText(titleOf(a), titleOf(b))
          : view.sort === 'value'
            ? compare(unitsOf(a), unitsOf(b))
            : compare(unitsOf(b), unitsOf(a)) || rankOf(a) - rankOf(b);
  const all = found.sort(
    (a, b) =>
      Number(isWrappedSol(b.mint)) - Number(isWrappedSol(a.mint)) ||
      Number(a.unverified ?? false) - Number(b.unverified ?? false) ||
      sign * order(a, b) ||
      byText(titleOf(a), titleOf(b)) ||
      compare(a.address, b.address),
  );
  const isFolded = view.fold && needle === '' && view.only.length === 0;
  const rows = isFolded ? all.filter((token) => !isFoldable(token)) : all;
  return rows.length === 0 ? { rows: all, folded: 0, all } : { rows, folded: all.length - rows.length, all };
}

/** Position of a well-known token in the token list; other tokens follow. */
const rankOf = ({ rank = Number.MAX_SAFE_INTEGER }: TokenRow) => rank;

/** Returns the NFTs of a view in the view's order. */
export function shownNfts(nfts: readonly NftRow[], view: AccountView): Shown<NftRow> {
  const needle = view.q.trim().toLowerCase();
  const sign = view.desc ? -1 : 1;
  const found = nfts.filter(
    (nft) =>
      (view.collection === '' || groupIdOf(nft) === view.collection) &&
      view.only.every((flag) => HAS_FLAG[flag](nft)) &&
      answers(nft, needle),
  );
  const byText = textOrder(found.map(({ name }) => name));
  const order = (a: NftRow, b: NftRow) =>
    view.sort === 'royalty'
      ? (a.royalty ?? 0) - (b.royalty ?? 0)
      : view.sort === 'mint'
        ? compare(a.mint, b.mint)
        : byText(a.name, b.name);
  const rows = found.sort(
    (a, b) => sign * order(a, b) || byText(a.name, b.name) || compare(a.address, b.address),
  );
  if (!view.fold) return { rows, folded: 0 };
  const verified = rows.filter((row) => row.unverified === undefined);
  return { rows: verified, folded: rows.length - verified.length };
}

/** A group of the gallery, without its items. */
export type GroupFacet = {
  /** The address of its collection, or one of `UNREAD_ID` and `UNVERIFIED_ID`. */
  id: string;
  title: string;
  count: number;
  /** Path of the image of its first item, which its tile shows until the collection's own image has arrived. */
  picture?: string;
};

/** Maximum number of collections that are shown as groups of one gallery. */
const MAX_GROUPED = 3;

/** Whether the list of an account with these groups opens on tiles, one for each group. */
export const hasTiles = (groups: readonly GroupFacet[]): boolean =>
  groups.filter(collectionOf).length > MAX_GROUPED;

/** Whether a view shows all NFTs, without search and filters. */
export const isUnfiltered = ({ collection, flat, all, q, only, fold }: AccountView): boolean =>
  collection === '' && !flat && !all && q === '' && only.length === 0 && !fold;

/** The groups that are not collections, in the order in which they follow the collections. */
const LAST_GROUPS: readonly string[] = [UNREAD_ID, UNVERIFIED_ID];

/** The address of a group's collection; undefined if the group is not a collection. */
export const collectionOf = ({ id }: GroupFacet): string | undefined =>
  LAST_GROUPS.includes(id) ? undefined : id;

/** The NFTs of one verified collection, or of no collection. */
export type NftGroup = { id: string; title: string; nfts: NftRow[] };

/** Id of the group to which an NFT belongs. */
export const groupIdOf = (nft: NftRow): string =>
  isMetadataUnread(nft) ? UNREAD_ID : (nft.collection ?? UNVERIFIED_ID);

/**
 * Groups NFTs by verified collection, largest first. The last two groups are NFTs whose collection was not read, and
 * NFTs without a verified collection.
 */
export function groupNfts(nfts: readonly NftRow[]): NftGroup[] {
  const groups = new Map<string, NftRow[]>();
  for (const nft of nfts) {
    const id = groupIdOf(nft);
    const group = groups.get(id);
    if (group) group.push(nft);
    else groups.set(id, [nft]);
  }
  return [...groups]
    .map(([id, members]) => ({ id, title: groupTitle(id, members), nfts: members }))
    .sort(
      (a, b) =>
        LAST_GROUPS.indexOf(a.id) - LAST_GROUPS.indexOf(b.id) ||
        b.nfts.length - a.nfts.length ||
        compareText(a.title, b.title),
    );
}

/**
 * Returns the title of a group. That of a collection is derived from the items' names, because the collection's own name
 * is not available here.
 */
export function groupTitle(id: string, nfts: readonly NftRow[]): string {
  if (id === UNREAD_ID) return 'Collection not read';
  if (id === UNVERIFIED_ID) return 'Unverified';
  const stem = withoutNumber(nfts[0]?.name ?? '');
  return stem !== '' && nfts.every(({ name }) => name.startsWith(stem)) ? stem : shorten(id, 6, 6);
}

/** Removes the trailing number from a name: "Tidepool #12" becomes "Tidepool". */
function withoutNumber(name: string): string {
  const rest = trimEndWhile(name, (character) => character >= '0' && character <= '9');
  return (rest === name ? name : trimEndWhile(rest, (character) => /[\s#]/.test(character))).trim();
}
