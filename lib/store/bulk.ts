import type { Project } from '@/lib/projects/project-store';
import type { UsageRow } from '@/lib/projects/usage-store';

/** One key with all that is recorded of it. Times are ms since 1970. */
export type BulkKey = {
  publicKey: string;
  createdAt: number;
  /** The forms recorded with every look-up of the key. */
  addresses: readonly string[];
  accounts: readonly BulkAccount[];
  /** Proven addresses beyond them, each with the account that was looked up by it. */
  proven: readonly BulkProven[];
  /** Transactions that showed the key. */
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

/** A key that a project had before its present one. Times are ms since 1970. */
export type BulkRetiredKey = { projectId: string; keyHash: string; retiredAt: number };

/** How far a copy from one source has come: the last of its keys that is here. */
type CopyPosition = { source: string; position: number };

/**
 * A store for work in bulk: imports and copies. What is there already stays: `createdAt` never changes, `updatedAt`
 * only moves forward. A batch is one transaction, the position of its copy included.
 */
export type BulkStore = {
  engine: 'sqlite' | 'postgres';
  /** Adds what is missing; returns how many of the keys were new. */
  load: (keys: readonly BulkKey[], copy?: CopyPosition) => Promise<number>;
  /** The next keys in order of their position, which is a number of this store alone. */
  read: (after: number, limit: number) => Promise<{ keys: BulkKey[]; position: number }>;
  countKeys: () => Promise<number>;
  /** Where a copy from the source stopped, 0 when none did. */
  positionOf: (source: string) => Promise<number>;
  /** A finished copy is forgotten, so that another one begins at the beginning. */
  forgetPosition: (source: string) => Promise<void>;
  readProjects: () => Promise<Project[]>;
  /** Adds projects that are not there. */
  loadProjects: (projects: readonly Project[]) => Promise<void>;
  readRetiredKeys: () => Promise<BulkRetiredKey[]>;
  /** Adds retired keys that are not there. */
  loadRetiredKeys: (keys: readonly BulkRetiredKey[]) => Promise<void>;
  /** All usage of the first day after one that has any; [] when there is none. */
  readUsage: (afterDay: number) => Promise<UsageRow[]>;
  /** Adds usage where there is none of that day, project and method. */
  loadUsage: (rows: readonly UsageRow[]) => Promise<void>;
  /** After the last load: lets the engine learn how much is there now, without which look-ups may be slow. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
};
