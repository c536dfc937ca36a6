/** Cost of each request in work units, the unit of the limits for projects and visitors. */
export const WORK_UNITS = {
  /** Reading everything that an account holds. */
  holdings: 10,
  /** One page of an account's token accounts, without their mints. */
  tokenAccounts: 5,
  /** One asset by its id, with its holder. If several are requested, each costs `assetOfMany`. */
  asset: 2,
  assetOfMany: 1,
  /** The edition account of an NFT. */
  editions: 1,
  /** A call that is forwarded to a DAS upstream. */
  forwardedCall: 5,
  /** A description of the account at an address. */
  accountKind: 2,
  /** An item of a recently read account; otherwise the page costs as much as a read. */
  itemPage: 1,
  /** A share image that has to be drawn, including its reads. */
  shareImage: 10,
  /** One key's account on one chain. */
  btcAccount: 1,
  /** One key's account on one chain, with on-chain facts. */
  extendedBtcAccount: 2,
  /** The recorded pairings of an address. */
  btcAccountRecords: 1,
  /** The same for an address whose key may have to be discovered on the Bitcoin network. */
  discoverKey: 10,
  /** A key's page: both versions of its account on one chain. */
  keyPage: 2,
  /** One key on all chains, extended; many chains have no endpoint or are cached. */
  allChains: 40,
  /** One key on one chain: both versions, extended. */
  oneChain: 4,
  /** An untrusted image or recording that is fetched and decoded. */
  image: 1,
  /** A cached answer, or a request that is refused early. */
  minimum: 1,
} as const;

/** Extra cost of holdings beyond `WORK_UNITS.holdings`: 1 per 100 items beyond 1,000. */
export const holdingsUnitsBeyond = (items: number): number => Math.floor(Math.max(0, items - 1_000) / 100);
