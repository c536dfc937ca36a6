import type { BtcAccountStore } from '@/lib/btc-account/btc-account-store';
import type { ProjectStore, UsageStore } from '@/lib/projects/project-store';
import type { ObserveStore, OnWritable } from './database';

/** All persistent data of the service. */
export type Store = {
  btcAccounts: BtcAccountStore & { flush: () => Promise<void> };
  projects: ProjectStore;
  usage: UsageStore;
  secrets: ServiceSecrets;
  /** Resolves if the store can be read; rejects otherwise. */
  ping: () => Promise<void>;
  /** Makes a durable test write, as large as a few records. Rejects if it fails. */
  probeWrite: () => Promise<void>;
  /** Returns the size in bytes of the SQLite file with its write-ahead log, or of the database. */
  size: () => Promise<number>;
  /** Writes pending data and closes the store. */
  close: () => Promise<void>;
};

/** Random secrets of the service, shared by all instances on one store. Callers never see them. */
export type ServiceSecrets = {
  /** Returns the secret with this name, created on first use. Concurrent instances get the same secret. */
  getOrCreate: (name: string) => Promise<string>;
};

/** Result of inspecting a store without changing it. */
export type StoreFacts = {
  /** Version of the store's schema; 0 for a new store. */
  version: number;
  /** The schema version of this release of Satchel. */
  expected: number;
  /** Whether a row could be written; the write was rolled back. */
  isWritable: boolean;
};

export type StoreOptions = {
  /** A `postgres://…` URL; undefined for SQLite. */
  databaseUrl?: string | undefined;
  /** Folder of the SQLite file. */
  dataDir: string;
  /** Timeout of an operation on a database server, in ms; equal to the deadline of a call. */
  deadlineMs?: number | undefined;
  /** Whether to update the schema; default true. Set to false if another process has already updated it. */
  migrate?: boolean | undefined;
  /** Called when the store stops taking writes, and when it takes them again. */
  onWritable?: OnWritable | undefined;
  observe?: ObserveStore | undefined;
};
