const MB = 1_000_000;

type CacheSize = {
  /** Maximum memory, in bytes. */
  bytes: number;
  /** Memory per entry in bytes, if entries are about equal in size. The cache is then limited by their number. */
  entryBytes?: number;
};

/**
 * The limits of all caches of the process, 150 MB in total. A cache gets its limit from here, in bytes
 * (`cacheBytes`) or entries (`cacheEntries`). Comments say what a cache is for, and why it has its size.
 */
export const CACHE_SIZES = {
  /** Serialized responses, as text or bytes; a response of 12 MB fits in any script. */
  responseCache: { bytes: 26 * MB },
  /** Holdings read for account pages, reused by item pages; a wallet of 10,000 NFTs with documents takes 32 MB. */
  holdingsStreams: { bytes: 33 * MB },
  /** Parsed documents of about 10,000 typical NFTs. */
  documents: { bytes: 15 * MB },
  /** Thumbnails: about 500 of 10 kB. Browsers cache them for a day. */
  thumbnails: { bytes: 5 * MB },
  /** Share images of 50 to 100 kB, for five minutes. */
  shareImages: { bytes: 3 * MB },
  /** Derived metadata addresses: two wallets of 10,000 NFTs. */
  metadataAddresses: { bytes: 5 * MB, entryBytes: 240 },
  /** Derived token record addresses, only for frozen accounts. */
  recordAddresses: { bytes: MB, entryBytes: 300 },
  /** Whether accounts are deployed, by chain. */
  deployedAccounts: { bytes: 3 * MB, entryBytes: 400 },
  /** On-chain state of accounts, for 15 s. */
  accountStates: { bytes: 2 * MB, entryBytes: 700 },
  /** Pairings known to be recorded, so that repeated lookups need no write. */
  knownPairings: { bytes: 4 * MB, entryBytes: 500 },
  /** Token buckets of the two rate limiters, each with an entry per project or address. */
  allowances: { bytes: 4 * MB, entryBytes: 500 },
  /** Used points of the hourly limits (new keys, new pairings), and of the rate limits while Redis is unavailable. */
  windows: { bytes: 1.5 * MB, entryBytes: 250 },
  /** Shared limits for projects whose limit differs from the default, with Redis. */
  rates: { bytes: MB / 2, entryBytes: 500 },
  /** Addresses and project ids with failed logins in the last minute. */
  failedLogins: { bytes: 2 * MB, entryBytes: 250 },
  /** Accepted Authorization headers of the last hour, with the permissions of their projects. */
  credentials: { bytes: 4 * MB, entryBytes: 400 },
  /** Addresses to prefetch for the next listing of a wallet: 1,700 wallets of 10 NFTs, or 3 of 10,000. */
  prefetch: { bytes: 3 * MB },
  /** Tables of about a hundred prices, one per chain, for 15 s. */
  prices: { bytes: MB / 2, entryBytes: 50_000 },
  /** Large wallets, which are listed in the worker thread. */
  largeWallets: { bytes: MB / 2, entryBytes: 200 },
  /** Bitcoin addresses without a revealed key, for a minute. */
  nothingFound: { bytes: MB / 2, entryBytes: 300 },
  /** Failed images, for 30 s. */
  imageFailures: { bytes: MB / 2, entryBytes: 1000 },
  /** Concurrency limits of untrusted hosts. */
  hosts: { bytes: MB, entryBytes: 1000 },
  /** DNS results of untrusted hosts, for 5 s. */
  resolvedNames: { bytes: MB / 2, entryBytes: 500 },
  /** Recently encoded addresses. */
  recentAddresses: { bytes: 2 * MB, entryBytes: 122 },
  /** Connections to untrusted hosts. */
  connections: { bytes: MB, entryBytes: 8000 },
} satisfies Record<string, CacheSize>;

type CacheName = keyof typeof CACHE_SIZES;
type CountedCache = {
  [Name in CacheName]: (typeof CACHE_SIZES)[Name] extends { entryBytes: number } ? Name : never;
}[CacheName];

/** Returns the limit of a cache in bytes. */
export const cacheBytes = (name: CacheName): number => CACHE_SIZES[name].bytes;

/** Returns the limit of a cache in entries, if all entries are about equal in size. */
export const cacheEntries = (name: CountedCache): number =>
  Math.floor(CACHE_SIZES[name].bytes / CACHE_SIZES[name].entryBytes);

/** Memory of a cache entry, excluding its value, in bytes: the key and the cache's overhead. */
export const entryOverhead = (key: string): number => stringBytes(key) + 200;

/** Maximum memory of a string in bytes: V8 uses two per character if any character is outside Latin-1. */
export const stringBytes = (text: string): number => 2 * text.length;
