/** Cost of each request, in work units. Rate limits of projects and visitors are in work units per second. */
export const WORK_UNITS = {
  /** A listing of an account's holdings. */
  holdings: 10,
  /** One page of an account's token accounts, without mint data. */
  tokenAccounts: 5,
  /** The two scans for an account's stake accounts, in addition to its holdings. */
  stake: 20,
  /** A request for one asset by its id, with its owner. */
  asset: 2,
  /** Each asset of a request for several assets by their ids. */
  assetOfMany: 1,
  /** The edition account of an NFT. */
  editions: 1,
  forwardedCall: 5,
  /** A forwarded call of a node's method that reads no account or block data. */
  nodeState: 1,
  /** A forwarded call of any other method of a node. */
  nodeRead: 5,
  /** A forwarded call that reads every account of a program. */
  nodeScan: 50,
  /** A description of the account at an address. */
  accountKind: 2,
  /** An item's page, if its account was listed recently; otherwise the page costs as much as `holdings`. */
  itemPage: 1,
  /** A share image that has to be drawn, including reading its content. */
  shareImage: 10,
  /** One key's account on one chain. */
  btcAccount: 1,
  /** One key's account on one chain, with on-chain facts. */
  extendedBtcAccount: 2,
  /** The recorded pairings of an address. */
  btcAccountRecords: 1,
  /** The recorded pairings of an address whose key may have to be discovered on the Bitcoin network. */
  discoverKey: 10,
  /** A key's page: both versions of its account on one chain. */
  keyPage: 2,
  /** One key on all chains, with on-chain facts. Cheap per chain, because many are cached or have no endpoint. */
  allChains: 40,
  /** An untrusted image, audio file or video file, including fetching it and decoding an image. */
  image: 1,
  /** A cached response, or a request that is rejected early. */
  minimum: 1,
} as const;

/** Cost of a document of `byteLength` bytes, such as the answer of `rpc.discover`: 1 per 100 kB, rounded up. */
export const documentUnits = (byteLength: number): number => Math.max(1, Math.ceil(byteLength / 100_000));

/** Extra cost of holdings beyond `WORK_UNITS.holdings`: 1 per 100 items beyond 1,000. */
export const holdingsUnitsBeyond = (items: number): number => Math.floor(Math.max(0, items - 1_000) / 100);
