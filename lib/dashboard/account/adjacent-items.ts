import { readStoredJson, writeStored } from '../browser-storage';

/** Maximum number of items to remember on each side of the opened item, to limit the use of session storage. */
const MAX_PER_SIDE = 2_000;

const keyOf = (account: string, chain: number) => `items ${chain} ${account}`;

/**
 * Stores, for this browser tab, the order of the list from which an item is opened. If storage is full or disabled,
 * items have no previous and next links.
 */
export function rememberOrder(
  account: string,
  chain: number,
  items: readonly string[],
  opened: string,
): void {
  const at = items.indexOf(opened);
  const from = Math.max(0, at - MAX_PER_SIDE);
  const to = at + MAX_PER_SIDE + 1;
  writeStored(keyOf(account, chain), JSON.stringify(items.slice(from, to)), 'sessionStorage');
}

/** The previous and next items: `previous` is undefined for the first item, `next` for the last. */
export type AdjacentItems = { previous: string | undefined; next: string | undefined };

/**
 * Returns the items before and after `item` in the list from which it was opened; undefined if that list is not stored
 * in this tab.
 */
export function adjacentItems(account: string, chain: number, item: string): AdjacentItems | undefined {
  const items = readStoredJson(keyOf(account, chain), 'sessionStorage');
  if (!Array.isArray(items)) return undefined;
  const at = items.indexOf(item);
  return at < 0 ? undefined : { previous: items[at - 1], next: items[at + 1] };
}
