import { readStoredJson, writeStored } from '../browser-storage';

/** The list of a collection in an account, from which a visitor opened the collection's page. */
export type CameFrom = { href: string; count: number };

const keyOf = (chain: number, collection: string) => `collection ${chain} ${collection}`;

/**
 * Stores, for this browser tab, the list from which a collection's page is opened. If storage is full or disabled, the
 * page has no link back.
 */
export function rememberCollection(chain: number, collection: string, from: CameFrom): void {
  writeStored(keyOf(chain, collection), JSON.stringify(from), 'sessionStorage');
}

/** Returns the list from which a collection's page was opened in this tab; undefined if it is unknown. */
export const cameFrom = (chain: number, collection: string) =>
  readStoredJson(keyOf(chain, collection), 'sessionStorage') as CameFrom | undefined;
