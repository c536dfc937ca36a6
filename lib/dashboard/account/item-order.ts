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

/** The items before and after one in the list it was opened from; undefined where there is none or none is known. */
export function neighboursOf(
  account: string,
  chain: number,
  item: string,
): { previous: string | undefined; next: string | undefined } {
  try {
    const { items } = JSON.parse(sessionStorage.getItem(keyOf(account, chain)) ?? '{}') as Partial<Order>;
    const at = items?.indexOf(item) ?? -1;
    if (items === undefined || at < 0) return { previous: undefined, next: undefined };
    return { previous: items[at - 1], next: items[at + 1] };
  } catch {
    return { previous: undefined, next: undefined };
  }
}
