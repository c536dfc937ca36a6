import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import type { Item } from '@/lib/solana/holdings';
import { type HoldingsPage, inOrderAfter, orderOf, type Position } from '@/lib/solana/holdings-page';
import { MAX_KEYS } from './read-accounts';

/**
 * Reads the items of a page. Reads accounts in order until the page is full, so that a small page of a large wallet is
 * cheap. Reads all accounts if the items are counted.
 * @param read returns the selected items of some accounts
 * @returns `next` is null when no account is left; `total` is the number of items on all pages, if they are counted
 */
export async function readPage(
  accounts: readonly OwnedTokenAccount[],
  page: HoldingsPage,
  read: (accounts: readonly OwnedTokenAccount[]) => Promise<Item[]>,
): Promise<ItemsOfPage> {
  const { limit } = page;
  const order = orderOf(page);
  if (page.assets?.isCounted) {
    const all = await read(inOrderAfter(accounts, positionOfAccount, { ...page, after: undefined }));
    const left = inOrderAfter(all, ({ item }) => item, page);
    const items = left.slice(0, limit);
    return { items, next: items.length < left.length ? positionOf(items) : null, total: all.length };
  }
  const left = inOrderAfter(accounts, positionOfAccount, page);
  const items: Item[] = [];
  let index = 0;
  while (index < left.length && items.length < limit) {
    // Read at least enough accounts to fill one call with mints and metadata: a selection may exclude most of them.
    const fewest = MAX_KEYS / 2;
    const some = left.slice(index, index + Math.max(limit - items.length, fewest));
    index += some.length;
    const found = await read(some);
    items.push(...found.sort((a, b) => order(a.item, b.item)));
  }
  const last = left[index - 1];
  if (items.length <= limit)
    return { items, next: last === undefined || index >= left.length ? null : positionOfAccount(last) };
  const some = items.slice(0, limit);
  return { items: some, next: positionOf(some) };
}

/** The items of a page, and the position at which it ends. */
type ItemsOfPage = { items: Item[]; next: Position | null; total?: number };

const positionOfAccount = ({ address, account }: OwnedTokenAccount): Position => ({
  mint: account.mint,
  address,
});

function positionOf(items: readonly Item[]): Position | null {
  const last = items.at(-1)?.item;
  return last === undefined ? null : { mint: last.mint, address: last.address };
}

/** Merges a page of token program items with the account's other items, and cuts the result to the page's limit. */
export async function mergePage(
  listed: { items: readonly Item[]; next: Position | null; total?: number | undefined },
  others: readonly Item[],
  page: HoldingsPage,
): Promise<ItemsOfPage> {
  const { next, total } = listed;
  const order = orderOf(page);
  const remaining = inOrderAfter(others, ({ item }) => item, page);
  const all = [...listed.items, ...remaining].sort((a, b) => order(a.item, b.item));
  // Items after the last account that was read cannot be placed yet: unread accounts may precede them.
  const known = next === null ? all : all.filter(({ item }) => order(item, next) <= 0);
  const items = known.slice(0, page.limit);
  const inRange = inOrderAfter(others, ({ item }) => item, { ...page, after: undefined });
  return {
    items,
    next: items.length < known.length ? positionOf(items) : next,
    ...(total === undefined ? {} : { total: total + inRange.length }),
  };
}
