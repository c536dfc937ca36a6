/** What each request costs, in work units; the limits of projects and visitors are counted in them. */
export const WORK_UNITS = {
  /** Reading everything that an account holds. */
  holdings: 10,
  /** Telling what an address leads to: the account, and what belongs to it. */
  accountKind: 2,
  /** An item of an account that was read lately; where it has to be read, the page costs what the read does. */
  itemPage: 1,
  /** A share image that has to be drawn, with what is read for it. */
  shareImage: 10,
  /** One key's account on one chain. */
  btcAccount: 1,
  /** The same, with all that the chain says of it. */
  extendedBtcAccount: 2,
  /** The recorded pairings of an address. */
  btcAccountRecords: 1,
  /** The same for an address whose key may have to be looked for on its network. */
  discoverKey: 10,
  /** A key's page: both versions of its account on one chain. */
  keyPage: 2,
  /** One key on all chains, with what each has for its accounts: many are not served, or answered from memory. */
  allChains: 40,
  /** One key on one chain, both versions, each extended. */
  oneChain: 4,
  /** An untrusted image or recording, fetched and decoded. */
  image: 1,
  /** What is answered from memory, and a request that is refused before its price is known. */
  minimum: 1,
} as const;

/** What holdings of so many items cost beyond `WORK_UNITS.holdings`: 1 for every 100 past the first 1,000. */
export const holdingsUnitsBeyond = (items: number): number => Math.floor(Math.max(0, items - 1_000) / 100);
