/**
 * What things cost, measured by `npm run bench` on 2026-11-22 (two cores of an AMD EPYC, 24 GB, Node 20.20.2).
 * A plan is as good as these: measure on your machines, and overwrite them with `--cost NAME=VALUE`.
 */
export const MEASURED_COSTS = {
  /** CPU of one BTC look-up of a recent key, ms: endpoint and answer. */
  recentLookupMs: 0.04,
  /** CPU of one item of a batch of such look-ups, ms. */
  batchedLookupMs: 0.0065,
  /** CPU of one look-up of a key not seen lately, ms: decompression, two accounts, four addresses, the record. */
  newLookupMs: 0.35,
  /** CPU of a listing of 100 items that is read from a node, ms. */
  listingMs: 2,
  /** CPU of such a listing out of the cache, ms. */
  cachedListingMs: 0.1,
  /** Calls to a Solana node for a listing of 100 items: 3 + ⌈2 · 100 / 100⌉. */
  callsPerListing: 5,
  /** Bytes that a key takes in Postgres with its four addresses and both accounts on one chain, indexes included. */
  postgresBytesPerKey: 1780,
  /** Bytes that it takes in the embedded file. */
  sqliteBytesPerKey: 930,
  /** First look-ups that one Postgres of two cores records a second. */
  postgresRecordsPerSecond: 3000,
  /** Bytes of Redis for one shared "deployed", and for one project's limit. */
  redisBytesPerEntry: 180,
  /** Memory of an idle instance with its pages, MB. */
  instanceMegabytes: 130,
};

export type Costs = typeof MEASURED_COSTS;
