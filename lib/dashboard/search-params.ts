import { DEFAULT_CLUSTER } from './chains';

/** A trait of an NFT, from its document. */
export type Attribute = { trait: string; value: string };

/** State of an account page in its URL. The URL omits default values. */
export type AccountView = {
  chain: number;
  tab: 'tokens' | 'nfts';
  /** Text to search for in names, symbols and mints. */
  q: string;
  sort: TokenSort | NftSort;
  desc: boolean;
  /** Whether unverified items are hidden; tokens by default. */
  fold: boolean;
  /** Whether the gallery is shown without groups. */
  flat: boolean;
  /** Whether NFTs are shown even if there are many collections, which are tiles by default. */
  all: boolean;
  /** Show only this verified collection, or one of the groups `UNVERIFIED_ID` and `UNREAD_ID`. */
  collection: string;
  /** Show only items of the collection that have all of these traits; at most one value per trait. */
  traits: Attribute[];
  /** Show only items that have all of these flags. */
  only: ViewFlag[];
};

/**
 * `list`: well-known tokens in the order of the token list, then other listed tokens, then all others. `value`: tokens
 * without a price have the lowest value.
 */
export const TOKEN_SORTS = ['list', 'symbol', 'amount', 'value', 'mint'] as const;
export type TokenSort = (typeof TOKEN_SORTS)[number];
export const NFT_SORTS = ['name', 'royalty', 'mint'] as const;
type NftSort = (typeof NFT_SORTS)[number];
/** Flags by which tokens can be filtered. */
export const TOKEN_FLAGS = ['look-alike', 'misleading-name', 'takeable', 'locked'] as const;
/** Flags by which NFTs can be filtered. */
export const NFT_FLAGS = ['misleading-name', 'takeable', 'semi-fungible', 'compressed', 'locked'] as const;
export type ViewFlag = (typeof TOKEN_FLAGS)[number] | (typeof NFT_FLAGS)[number];

/** Raw search params, from Next or as `URLSearchParams`. */
export type RawSearchParams = Record<string, string | string[] | undefined> | URLSearchParams;

/** Returns the first value of a search param, truncated to 200 characters; "" if it is missing. */
export function readText(raw: RawSearchParams, name: string): string {
  const value = raw instanceof URLSearchParams ? raw.get(name) : raw[name];
  return ((Array.isArray(value) ? value[0] : value) ?? '').slice(0, 200);
}

const member = <T extends string>(known: readonly T[], text: string): T | undefined =>
  known.find((each) => each === text);

/** Maximum number of traits in a URL. */
const MAX_TRAITS = 20;
/** Maximum length of a trait in a URL. */
const MAX_TRAIT_LENGTH = 400;

/** Formats a trait as `name:value`; a backslash escapes a colon in the name. */
const writeTrait = ({ trait, value }: Attribute) => `${trait.replace(/[\\:]/g, '\\$&')}:${value}`;

/** Returns the traits in a URL (`trait=name:value`, repeated), one value each. */
function readTraits(raw: RawSearchParams): Attribute[] {
  const all = raw instanceof URLSearchParams ? raw.getAll('trait') : [raw.trait ?? []].flat();
  const traits = new Map<string, Attribute>();
  for (const text of all.slice(0, MAX_TRAITS)) {
    const [, name, value] = /^((?:\\.|[^\\:])*):(.*)$/s.exec(text.slice(0, MAX_TRAIT_LENGTH)) ?? [];
    if (name === undefined || value === undefined) continue;
    const trait = name.replace(/\\(.)/gs, '$1');
    traits.set(trait, { trait, value });
  }
  return [...traits.values()];
}

/** Group of the NFTs without a verified collection, in `AccountView.collection`. */
export const UNVERIFIED_ID = 'unverified';
/** Group of the NFTs whose collection was not read, in `AccountView.collection`. */
export const UNREAD_ID = 'unread';

/** Checks whether the group of a view is a collection, which has an address. */
export const isCollection = (group: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(group);

/** Returns the chain id in the URL, or the fallback if it is not a number. */
export function readChain(raw: RawSearchParams, fallback: number): number {
  const text = readText(raw, 'chain');
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : fallback;
}

/** Returns the network of the account page that is open; on any other page, the default one. */
export const networkOfPage = (): number =>
  location.pathname.startsWith('/account/')
    ? readChain(new URLSearchParams(location.search), DEFAULT_CLUSTER)
    : DEFAULT_CLUSTER;

/**
 * Parses a view from a URL. Invalid values become the default.
 * @param defaultTab the tab to use if the URL does not name one
 */
export function readAccountView(
  raw: RawSearchParams,
  defaultTab: AccountView['tab'] = 'tokens',
): AccountView {
  const tab = member(['tokens', 'nfts'], readText(raw, 'tab')) ?? defaultTab;
  const flags: readonly ViewFlag[] = tab === 'tokens' ? TOKEN_FLAGS : NFT_FLAGS;
  const sort = readText(raw, 'sort');
  const only = readText(raw, 'only').split(',');
  const text = readText(raw, 'collection');
  const isGroup = isCollection(text) || text === UNVERIFIED_ID || text === UNREAD_ID;
  const collection = isGroup ? text : '';
  return {
    chain: readChain(raw, DEFAULT_CLUSTER),
    tab,
    q: readText(raw, 'q'),
    sort: tab === 'tokens' ? (member(TOKEN_SORTS, sort) ?? 'list') : (member(NFT_SORTS, sort) ?? 'name'),
    desc: readText(raw, 'dir') === 'desc',
    fold: tab === 'tokens' ? readText(raw, 'fold') !== '0' : readText(raw, 'fold') === '1',
    flat: readText(raw, 'flat') === '1',
    all: readText(raw, 'all') === '1',
    collection,
    traits: tab === 'nfts' && collection !== '' ? readTraits(raw) : [],
    // Older links use `frozen` for this filter.
    only: flags.filter((flag) => only.includes(flag) || (flag === 'locked' && only.includes('frozen'))),
  };
}

/**
 * Formats a view as a query string with a leading question mark. Omits default values.
 * @param defaultTab the tab that the page shows if the URL does not name one
 */
export function writeAccountView(view: AccountView, defaultTab: AccountView['tab'] = 'tokens'): string {
  const params = new URLSearchParams();
  const nfts = view.tab === 'nfts';
  if (view.chain !== DEFAULT_CLUSTER) params.set('chain', String(view.chain));
  if (nfts || view.tab !== defaultTab) params.set('tab', view.tab);
  if (view.q !== '') params.set('q', view.q);
  if (view.sort !== (nfts ? 'name' : 'list')) params.set('sort', view.sort);
  if (view.desc) params.set('dir', 'desc');
  if (view.fold !== !nfts) params.set('fold', view.fold ? '1' : '0');
  if (nfts && view.flat) params.set('flat', '1');
  if (nfts && view.all) params.set('all', '1');
  if (nfts && view.collection !== '') {
    params.set('collection', view.collection);
    for (const trait of view.traits) params.append('trait', writeTrait(trait));
  }
  if (view.only.length > 0) params.set('only', view.only.join(','));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the view for the given tab: keeps the chain, and resets search, sort and filters. */
export const switchTab = (view: AccountView, tab: AccountView['tab']): AccountView =>
  view.tab === tab ? view : { ...readAccountView({ tab }), chain: view.chain };

/** Returns the tab that an account's page opens: the one that has items, tokens first. */
export const tabWithItems = (head: { tokens: number; nfts: number } | undefined): AccountView['tab'] =>
  head !== undefined && head.tokens === 0 && head.nfts > 0 ? 'nfts' : 'tokens';
