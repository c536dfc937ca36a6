/** The list of a collection in an account, from which a visitor opened the collection's page. */
export type CameFrom = { href: string; count: number };

const keyOf = (chain: number, collection: string) => `collection ${chain} ${collection}`;

/** Stores, for this browser tab, the list from which a collection's page is opened. */
export function rememberCollection(chain: number, collection: string, from: CameFrom): void {
  try {
    sessionStorage.setItem(keyOf(chain, collection), JSON.stringify(from));
  } catch {
    // Storage is full or disabled, so the collection's page has no link back.
  }
}

/** Returns the list from which a collection's page was opened in this tab; undefined if it is unknown. */
export function cameFrom(chain: number, collection: string): CameFrom | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(chain, collection)) ?? '') as CameFrom;
  } catch {
    return undefined;
  }
}
