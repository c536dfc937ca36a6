/** What each service costs, in work units; the limits of projects and visitors are counted in them. */

/** Reading everything that an account holds. */
export const HOLDINGS_UNITS = 10;
/** What holdings of so many items cost beyond `HOLDINGS_UNITS`: 1 for every 100 past the first 1,000. */
export const holdingsUnitsBeyond = (items: number): number => Math.floor(Math.max(0, items - 1_000) / 100);
/** Telling what an address leads to: the account, and what belongs to it. */
export const ACCOUNT_KIND_UNITS = 2;
/** An item of an account that was read lately; where it has to be read, the page costs what the read does. */
export const ITEM_PAGE_UNITS = 1;
/** A share image that has to be drawn, with what is read for it. */
export const SHARE_IMAGE_UNITS = 10;
/** One key's account on one chain. */
export const BTC_ACCOUNT_UNITS = 1;
/** The same, with all that the chain says of it. */
export const EXTENDED_BTC_ACCOUNT_UNITS = 2;
/** The recorded pairings of an address. */
export const BTC_ACCOUNT_RECORDS_UNITS = 1;
/** The same for an address whose key may have to be looked for on its network. */
export const DISCOVER_KEY_UNITS = 10;
/** A key's page: both versions of its account on one chain. */
export const KEY_PAGE_UNITS = 2;
/** One key on all chains, with what each has for its accounts: many are not served, or answered from memory. */
export const ALL_CHAINS_UNITS = 40;
/** One key on one chain, both versions, with what the chain has for them. */
export const ONE_CHAIN_UNITS = 2 * EXTENDED_BTC_ACCOUNT_UNITS;
/** An untrusted image or recording, fetched and decoded. */
export const IMAGE_UNITS = 1;
/** What is answered from memory, and a request that is refused before its price is known. */
export const MINIMUM_UNITS = 1;
