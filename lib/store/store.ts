import type { BtcAccountStore } from '@/lib/btc-account/btc-account-store';
import type { ProjectStore } from '@/lib/projects/project-store';
import type { UsageStore } from '@/lib/projects/usage-store';

/** What is kept between starts. */
export type Store = {
  btcAccounts: BtcAccountStore & { flush: () => Promise<void> };
  projects: ProjectStore;
  usage: UsageStore;
  secrets: ServiceSecrets;
  /** Resolves when the store can be read. */
  ping: () => Promise<void>;
  /** Resolves when a small write is durable: of as many pages as a few records need. */
  probeWrite: () => Promise<void>;
  /** Size in bytes: the embedded file with its write-ahead log, or the database. */
  size: () => Promise<number>;
  /** Writes what still waits, and lets go. */
  close: () => Promise<void>;
};

/** Random secrets of the service itself: no caller has them, and all instances on one store share them. */
export type ServiceSecrets = {
  /** The secret of that name, made on first use; instances that ask at the same time get the same one. */
  getOrCreate: (name: string) => Promise<string>;
};

export type StoreOptions = {
  /** `postgres://…`; unset means the embedded file. */
  databaseUrl?: string | undefined;
  /** Folder of the embedded file. */
  dataDir: string;
  /** The longest that an operation on a server may take: the time that a call has. */
  deadlineMs?: number | undefined;
  /** Whether the schema is brought up to date, which is the default; false where another process has done it. */
  migrate?: boolean | undefined;
};
