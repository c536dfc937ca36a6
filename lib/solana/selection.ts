import type { SolanaAddress } from './address/address';
import type { Item } from './assemble-holdings';

/** Which items of an account are asked for; without any of the three, all. */
export type Selection = {
  /** Items of these mints alone. */
  mints?: readonly SolanaAddress[] | undefined;
  /** NFTs, semi-fungible ones included, or fungible tokens. */
  kind?: 'nft' | 'token' | undefined;
  /** Items that belong, verified, to one of these collections. */
  collections?: readonly SolanaAddress[] | undefined;
};

/** Every item. */
export const EVERYTHING: Selection = {};

/** Whether an item is asked for. */
export function selects({ mints, kind, collections }: Selection, { kind: ofItem, item }: Item): boolean {
  if (kind !== undefined && kind !== ofItem) return false;
  if (mints !== undefined && !mints.includes(item.mint)) return false;
  if (collections === undefined) return true;
  return item.collection?.verified === true && collections.includes(item.collection.key);
}

/** The same text for equal selections, whatever the order in which they were named; "" for everything. */
export function selectionText({ mints, kind, collections }: Selection): string {
  return [
    ...(mints === undefined ? [] : [`mints ${[...mints].sort().join(',')}`]),
    ...(kind === undefined ? [] : [kind]),
    ...(collections === undefined ? [] : [`collections ${[...collections].sort().join(',')}`]),
  ].join(' ');
}
