/** A key with all its records. Times are ms since 1970. */
export type BulkKey = {
  publicKey: string;
  createdAt: number;
  /** The key's four standard addresses, which every lookup records. */
  addresses: readonly string[];
  accounts: readonly BulkAccount[];
  /** Other addresses that belong to the key, each with the account of the lookup that recorded it. */
  proven: readonly BulkProven[];
  /** Transactions that revealed the key. */
  spends: readonly BulkSpend[];
};

export type BulkAccount = {
  chainId: number;
  version: string;
  accountAddress: string;
  createdAt: number;
  updatedAt: number;
};

export type BulkProven = { chainId: number; version: string; address: string; createdAt: number };

export type BulkSpend = { address: string; txid: string; server: string; createdAt: number };
