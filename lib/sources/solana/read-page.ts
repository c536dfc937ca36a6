import type { Item, OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { type HoldingsPage, inOrderAfter, type Position } from '@/lib/solana/holdings-page';
import { byMintThenAddress } from '@/lib/solana/item-order';
import { MAX_KEYS } from './account-reads';

/**
 * The items of a page: accounts are read in their order until it is full, so that a small page of a large wallet costs
 * little.
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
    // A selection may leave few of them; the mints and metadata of this many fill one call.
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

/** A page of items of the token programs with what else the account holds, cut to its limit. */
export async function mergePage(
  listed: { items: readonly Item[]; next: Position | null },
  others: readonly Item[],
  { limit, after }: HoldingsPage,
): Promise<{ items: Item[]; next: Position | null }> {
  const { next } = listed;
  const beside = inOrderAfter(others, ({ item }) => item, after);
  const all = [...listed.items, ...beside].sort((a, b) => byMintThenAddress(a.item, b.item));
  // Beyond where the token accounts were read to, one of theirs might come first.
  const known = next === null ? all : all.filter(({ item }) => byMintThenAddress(item, next) <= 0);
  const items = known.slice(0, limit);
  return { items, next: items.length < known.length ? positionOf(items) : next };
}
