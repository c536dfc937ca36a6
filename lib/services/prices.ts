/** What each service costs, in work units; the limits of projects and visitors are counted in them. */

/** Reading everything that an account holds. */
export const HOLDINGS_UNITS = 10;
/** An item of an account: mostly what its account's page read lately. */
export const ITEM_PAGE_UNITS = 1;
/** One key's account on one chain. */
export const BTC_ACCOUNT_UNITS = 1;
/** The recorded pairings of an address. */
export const BTC_ACCOUNT_RECORDS_UNITS = 1;
/** A key's page: both versions of its account on one chain. */
export const KEY_PAGE_UNITS = 2;
/** One key on all chains: most chains are answered from memory or not at all. */
export const ALL_CHAINS_UNITS = 20;
/** An untrusted image or recording, fetched and decoded. */
export const IMAGE_UNITS = 1;
/** What is answered from memory, and a request that is refused before its price is known. */
export const MINIMUM_UNITS = 1;
