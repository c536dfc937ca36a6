import type { SolanaAddress } from './address/address';
import type { Item } from './assemble-holdings';

/** Selects items of an account; without any of the three fields, all items. */
export type Selection = {
  /** Only items of these mints. */
  mints?: readonly SolanaAddress[] | undefined;
  /** NFTs, including semi-fungibles, or fungible tokens. */
  kind?: 'nft' | 'token' | undefined;
  /** Only verified items of these collections. */
  collections?: readonly SolanaAddress[] | undefined;
};

/** Every item. */
export const EVERYTHING: Selection = {};

/** Whether an item is selected. */
export function selects({ mints, kind, collections }: Selection, { kind: ofItem, item }: Item): boolean {
  if (kind !== undefined && kind !== ofItem) return false;
  if (mints !== undefined && !mints.includes(item.mint)) return false;
  if (collections === undefined) return true;
  return item.collection?.verified === true && collections.includes(item.collection.key);
}

/** The canonical text of a selection, independent of order; "" for everything. */
export function selectionText({ mints, kind, collections }: Selection): string {
  return [
    ...(mints === undefined ? [] : [`mints ${[...mints].sort().join(',')}`]),
    ...(kind === undefined ? [] : [kind]),
    ...(collections === undefined ? [] : [`collections ${[...collections].sort().join(',')}`]),
  ].join(' ');
}
