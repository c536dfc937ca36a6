/** Items on both sides of one that are remembered: enough to leaf through, little enough for a browser's store. */
const MOST_BESIDE = 2_000;

const keyOf = (account: string, chain: number) => `items ${chain} ${account}`;

/** What a list was made of when a reader went from it to an item: its items around that one, in the order shown. */
type Order = { items: string[] };

/** Remembers, for this tab, the order of the list from which an item is opened. */
export function rememberOrder(
  account: string,
  chain: number,
  items: readonly string[],
  opened: string,
): void {
  const at = items.indexOf(opened);
  const from = Math.max(0, at - MOST_BESIDE);
  const to = at + MOST_BESIDE + 1;
  const order: Order = { items: items.slice(from, to) };
  try {
    sessionStorage.setItem(keyOf(account, chain), JSON.stringify(order));
  } catch {
    // A browser without a store, or with a full one: items have no neighbours then.
  }
}

/** The items on both sides of one; undefined where there is none. */
export type Beside = { previous: string | undefined; next: string | undefined };

/** The items beside one in a list; undefined when the list does not hold it. */
export function besideIn(items: readonly string[], item: string): Beside | undefined {
  const at = items.indexOf(item);
  return at < 0 ? undefined : { previous: items[at - 1], next: items[at + 1] };
}

/** The items beside one in the list that it was opened from; undefined when that is not known. */
export function neighboursOf(account: string, chain: number, item: string): Beside | undefined {
  try {
    const { items } = JSON.parse(sessionStorage.getItem(keyOf(account, chain)) ?? '{}') as Partial<Order>;
    return items && besideIn(items, item);
  } catch {
    return undefined;
  }
}
