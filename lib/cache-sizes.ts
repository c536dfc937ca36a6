const MB = 1_000_000;

type CacheSize = {
  /** Maximum memory. */
  bytes: number;
  /** Memory per entry, if all are about equal and only their number is limited. */
  entryBytes?: number;
  /** Purpose, and reason for the size. */
  why: string;
};

/**
 * The limits of all caches of the process, 150 MB in total. A cache gets its limit from here, in bytes (`cacheBytes`) or
 * entries (`cacheEntries`).
 */
export const CACHE_SIZES = {
  responseCache: {
    bytes: 26 * MB,
    why: 'Written answers, each as text or as bytes: one of 12 MB in any script fits.',
  },
  holdingsStreams: {
    bytes: 33 * MB,
    why: 'Reads of pages, for the pages of their items: a wallet of 10,000 NFTs with documents takes 32.',
  },
  documents: {
    bytes: 15 * MB,
    why: 'Parsed documents: those of 10,000 NFTs, as most are.',
  },
  partReads: {
    bytes: 14 * MB,
    why: 'Accounts that a failed read of a page leaves for its next try: those of 10,000 NFTs.',
  },
  thumbnails: {
    bytes: 5 * MB,
    why: 'Images as they are shown: some 500 of 10 kB; browsers keep theirs a day.',
  },
  recordings: {
    bytes: 3.5 * MB,
    why: 'Short videos and sounds, of which browsers ask for ranges; a longer one is fetched for each request.',
  },
  shareImages: { bytes: 3 * MB, why: 'Drawn images of 50 to 100 kB for five minutes.' },
  metadataAddresses: {
    bytes: 5 * MB,
    entryBytes: 240,
    why: 'Derived addresses of mints: two wallets of 10,000.',
  },
  recordAddresses: {
    bytes: MB,
    entryBytes: 300,
    why: 'The same of token records, for frozen accounts only.',
  },
  deployedAccounts: { bytes: 3 * MB, entryBytes: 400, why: 'Whether accounts are deployed, by chain.' },
  accountStates: { bytes: 2 * MB, entryBytes: 700, why: 'States of accounts, for 15 s.' },
  knownPairings: {
    bytes: 4 * MB,
    entryBytes: 500,
    why: 'Pairings known to be recorded: a repeat writes nothing.',
  },
  allowances: {
    bytes: 4 * MB,
    entryBytes: 500,
    why: 'Buckets of the two limiters, a project and an address each counted in both.',
  },
  windows: {
    bytes: 1.5 * MB,
    entryBytes: 250,
    why: 'Used points: new keys of visitors, new pairings, and the two limits while Redis is away.',
  },
  rates: { bytes: MB / 2, entryBytes: 500, why: 'Limits of projects that differ, with Redis.' },
  failedLogins: {
    bytes: 2 * MB,
    entryBytes: 250,
    why: 'Addresses, and project ids, whose logins failed in the last minute.',
  },
  credentials: {
    bytes: 4 * MB,
    entryBytes: 400,
    why: 'Headers that were accepted within the last hour, with what their projects may do.',
  },
  prefetch: {
    bytes: 3 * MB,
    why: 'Addresses that a wallet’s next listing prefetches: 1,700 wallets of 10 NFTs, 3 of 10,000.',
  },
  largeWallets: { bytes: MB / 2, entryBytes: 200, why: 'Wallets whose listings a worker thread reads.' },
  nothingFound: {
    bytes: MB / 2,
    entryBytes: 300,
    why: 'Bitcoin addresses whose key was not found, for a minute.',
  },
  imageFailures: { bytes: MB / 2, entryBytes: 1000, why: 'Images that could not be had, for 30 s.' },
  hosts: { bytes: MB, entryBytes: 1000, why: 'Places of untrusted hosts.' },
  resolvedNames: { bytes: MB / 2, entryBytes: 500, why: 'Addresses of untrusted hosts, for 5 s.' },
  recentAddresses: { bytes: 2 * MB, entryBytes: 122, why: 'Addresses as they were written lately.' },
  connections: { bytes: MB, entryBytes: 8000, why: 'Connections to untrusted hosts, and their state.' },
} satisfies Record<string, CacheSize>;

type CacheName = keyof typeof CACHE_SIZES;
type CountedCache = {
  [Name in CacheName]: (typeof CACHE_SIZES)[Name] extends { entryBytes: number } ? Name : never;
}[CacheName];

/** The limit of a cache in bytes. */
export const cacheBytes = (name: CacheName): number => CACHE_SIZES[name].bytes;

/** The limit of a cache in entries, if all are about equal. */
export const cacheEntries = (name: CountedCache): number =>
  Math.floor(CACHE_SIZES[name].bytes / CACHE_SIZES[name].entryBytes);

/** Memory of an entry without its value: the key, and the cache's overhead. */
export const entryOverhead = (key: string): number => stringBytes(key) + 200;

/** Memory of a string in bytes, at most: V8 uses two per character if any is beyond Latin-1. */
export const stringBytes = (text: string): number => 2 * text.length;
