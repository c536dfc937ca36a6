import type { BtcAccountStore } from '@/lib/btc-account/btc-account-store';
import type { ProjectStore } from '@/lib/projects/project-store';

/** What is kept between starts. */
export type Store = {
  engine: 'sqlite' | 'postgres';
  btcAccounts: BtcAccountStore & { flush: () => Promise<void> };
  projects: ProjectStore;
  /** Resolves when the store can be read. */
  ping: () => Promise<void>;
  /** Writes what still waits, and lets go. */
  close: () => Promise<void>;
};

export type StoreOptions = {
  /** `postgres://…`; unset means the embedded file. */
  databaseUrl?: string | undefined;
  /** Folder of the embedded file. */
  dataDir: string;
};
