import { createHmac, hash } from 'node:crypto';
import { constantTimeEqual } from '@/lib/constant-time-equal';
import { InvalidInputError } from '@/lib/errors';
import { isAddress, type SolanaAddress } from './address/address';
import type { Item } from './holdings';

/** Selects items of an account. An item must match every field that is set. */
export type Selection = {
  /** Only items of these mints. */
  mints?: readonly SolanaAddress[] | undefined;
  /** NFTs, including semi-fungibles, or fungible tokens. */
  kind?: 'nft' | 'token' | undefined;
  /** Only verified items of these collections. */
  collections?: readonly SolanaAddress[] | undefined;
};

/** Selects every item. */
export const EVERYTHING: Selection = {};

/** Checks whether an item is selected. */
export function selects({ mints, kind, collections }: Selection, { kind: ofItem, item }: Item): boolean {
  if (kind !== undefined && kind !== ofItem) return false;
  if (mints !== undefined && !mints.includes(item.mint)) return false;
  if (collections === undefined) return true;
  return item.collection?.verified === true && collections.includes(item.collection.key);
}

/** Returns a canonical string for a selection, independent of the order of its values; "" for everything. */
function selectionText({ mints, kind, collections }: Selection): string {
  return [
    ...(mints === undefined ? [] : [`mints ${[...mints].sort().join(',')}`]),
    ...(kind === undefined ? [] : [kind]),
    ...(collections === undefined ? [] : [`collections ${[...collections].sort().join(',')}`]),
  ].join(' ');
}

/** A position in the stable order of an account's items. */
export type Position = { mint: SolanaAddress; address: SolanaAddress };

/** A page of an account's items. */
export type HoldingsPage = {
  /** Maximum number of items, NFTs and tokens together. */
  limit: number;
  /** Position of the last item of the previous page; undefined for the first page. */
  after?: Position | undefined;
  /** Slot of the first page. Later pages are read at this slot or a newer one. */
  minSlot?: number | undefined;
  /** Set for lists of assets, which have one item per mint. */
  assets?: AssetRange | undefined;
};

/** The part of an owner's assets that a list covers, and its order. */
export type AssetRange = {
  isDescending: boolean;
  /** Only ids after this one, in code-unit order. */
  after?: SolanaAddress | undefined;
  /** Only ids before this one. */
  before?: SolanaAddress | undefined;
  /** Whether to list only NFTs. Accounts with decimals are then skipped before their mints are read. */
  nftsOnly: boolean;
  /** Whether to count all assets. This requires reading all of them. */
  isCounted: boolean;
};

/** The list that a cursor belongs to. A cursor is rejected in any other scope. */
export type CursorScope = {
  chainId: number;
  owner: SolanaAddress;
  selection: Selection;
  /** Canonical text of all other parameters that affect the list. */
  list?: string | undefined;
};

/** The parameter that has a cursor, and the field of a response that had it. */
type CursorField = { field: string; path: string };
/** The cursor of a listing of holdings. */
const HOLDINGS_CURSOR: CursorField = { field: 'nextCursor', path: 'options.cursor' };
/** The cursor of a DAS list. */
export const DAS_CURSOR: CursorField = { field: 'cursor', path: 'params.cursor' };

const VERSION = '2';

const scopeHash = ({ chainId, owner, selection, list = '' }: CursorScope) =>
  hash('sha256', `${chainId} ${owner} ${selectionText(selection)}${list}`, 'hex').slice(0, 16);

/**
 * Signs the text of a cursor. Otherwise a caller could forge a cursor with a future slot, which the service would
 * request again and again.
 */
const signature = (text: string, secret: string) =>
  createHmac('sha256', secret).update(`cursor ${text}`).digest('base64url').slice(0, 22);

/**
 * Creates the cursor for the page after `position`.
 * @param secret signing key, shared by all instances of the service
 */
export function writeCursor(
  { mint, address }: Position,
  slot: number,
  scope: CursorScope,
  secret: string,
): string {
  const text = [VERSION, mint, address, slot, scopeHash(scope)].join('.');
  return `${text}.${signature(text, secret)}`;
}

/**
 * Reads a cursor.
 * @throws InvalidInputError `invalid-cursor` if its signature is wrong, `cursor-mismatch` if it has another scope
 */
export function readCursor(
  cursor: string,
  scope: CursorScope,
  secret: string,
  { field, path }: CursorField = HOLDINGS_CURSOR,
): Required<Pick<HoldingsPage, 'after' | 'minSlot'>> {
  const [version, mint = '', address = '', slot = '', of, signed, ...more] = cursor.split('.');
  const minSlot = Number(slot);
  const sound =
    version === VERSION &&
    isAddress(mint) &&
    isAddress(address) &&
    Number.isSafeInteger(minSlot) &&
    minSlot >= 0 &&
    signed !== undefined &&
    constantTimeEqual(signed, signature(cursor.slice(0, cursor.lastIndexOf('.')), secret));
  if (!sound || more.length > 0)
    throw new InvalidInputError('invalid-cursor', `Expected the ${field} of an earlier response`, path);
  if (of !== scopeHash(scope))
    throw new InvalidInputError(
      'cursor-mismatch',
      'The cursor belongs to another account, chain or selection',
      path,
    );
  return { after: { mint, address }, minSlot };
}

/** Returns the comparator for a page's items. Assets are compared only by mint, because each mint occurs once. */
export function orderOf({ assets }: Pick<HoldingsPage, 'assets'>): (a: Position, b: Position) => number {
  if (assets === undefined) return byMintThenAddress;
  const [less, more] = assets.isDescending ? [1, -1] : [-1, 1];
  return (a, b) => (a.mint === b.mint ? 0 : a.mint < b.mint ? less : more);
}

/** Returns the items of a list after the page's starting position, in order. */
export function inOrderAfter<T>(
  all: readonly T[],
  positionOf: (each: T) => Position,
  page: Pick<HoldingsPage, 'after' | 'assets'>,
): T[] {
  const order = orderOf(page);
  const { after, assets } = page;
  const isIn = (position: Position) =>
    (after === undefined || order(position, after) > 0) &&
    (assets?.after === undefined || position.mint > assets.after) &&
    (assets?.before === undefined || position.mint < assets.before);
  return all.filter((each) => isIn(positionOf(each))).sort((a, b) => order(positionOf(a), positionOf(b)));
}

/** Compares items by mint, then by token account, in code-unit order. */
export function byMintThenAddress(
  a: { mint: string; address: string },
  b: { mint: string; address: string },
): number {
  if (a.mint !== b.mint) return a.mint < b.mint ? -1 : 1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}

/** Returns a copy of the items sorted by mint, then by token account. */
export const sortByMint = <T extends { mint: string; address: string }>(items: readonly T[]): T[] =>
  [...items].sort(byMintThenAddress);
