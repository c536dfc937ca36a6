import type { Item } from '@/lib/solana/holdings';
import type { SolanaAddress } from './address/address';

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
export function selectionText({ mints, kind, collections }: Selection): string {
  return [
    ...(mints === undefined ? [] : [`mints ${[...mints].sort().join(',')}`]),
    ...(kind === undefined ? [] : [kind]),
    ...(collections === undefined ? [] : [`collections ${[...collections].sort().join(',')}`]),
  ].join(' ');
}
