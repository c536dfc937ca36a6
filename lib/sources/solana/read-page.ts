import type { Item, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { type HoldingsPage, inOrderAfter, type Position } from '@/lib/solana/holdings-page';
import { byMintThenAddress } from '@/lib/solana/item-order';
import { MAX_KEYS } from './account-reads';

/**
 * Reads the items of a page. Accounts are read in order until it is full, so that a small page of a large wallet is
 * cheap.
 * @param read returns the selected items of some accounts
 * @returns `next` is null when no account is left
 */
export async function readPage(
  accounts: readonly OwnedTokenAccount[],
  { limit, after }: HoldingsPage,
  read: (accounts: readonly OwnedTokenAccount[]) => Promise<Item[]>,
): Promise<{ items: Item[]; next: Position | null }> {
  const left = inOrderAfter(accounts, positionOfAccount, after);
  const items: Item[] = [];
  let index = 0;
  while (index < left.length && items.length < limit) {
    // A selection may exclude most of them; the mints and metadata of this many accounts fill one call.
    const fewest = MAX_KEYS / 2;
    const some = left.slice(index, index + Math.max(limit - items.length, fewest));
    index += some.length;
    const found = await read(some);
    items.push(...found.sort((a, b) => byMintThenAddress(a.item, b.item)));
  }
  const last = left[index - 1];
  if (items.length <= limit)
    return { items, next: last === undefined || index >= left.length ? null : positionOfAccount(last) };
  const page = items.slice(0, limit);
  return { items: page, next: positionOf(page) };
}

const positionOfAccount = ({ address, account }: OwnedTokenAccount): Position => ({
  mint: account.mint,
  address,
});

function positionOf(items: readonly Item[]): Position | null {
  const last = items.at(-1)?.item;
  return last === undefined ? null : { mint: last.mint, address: last.address };
}

/** Merges a page of token program items with the account's other items, and cuts it to its limit. */
export async function mergePage(
  listed: { items: readonly Item[]; next: Position | null },
  others: readonly Item[],
  { limit, after }: HoldingsPage,
): Promise<{ items: Item[]; next: Position | null }> {
  const { next } = listed;
  const remaining = inOrderAfter(others, ({ item }) => item, after);
  const all = [...listed.items, ...remaining].sort((a, b) => byMintThenAddress(a.item, b.item));
  // Items beyond the last read token account may have to follow unread ones.
  const known = next === null ? all : all.filter(({ item }) => byMintThenAddress(item, next) <= 0);
  const items = known.slice(0, limit);
  return { items, next: items.length < known.length ? positionOf(items) : next };
}
