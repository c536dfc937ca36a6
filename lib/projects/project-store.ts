/** A caller of the API. In HTTP Basic, its id is the user name and its server key the password. */
export type Project = {
  projectId: string;
  /** SHA-256 of the server key, lower-case hex. Keys are 32 random bytes, so a slow hash is not needed. */
  keyHash: string;
  name: string;
  createdAt: string;
  /** When the project was revoked; null if it has not been revoked. */
  revokedAt: string | null;
  /** When the current key expires; null if the key never expires. */
  keyExpiresAt: string | null;
  /** The previous key and its expiry, if it stayed valid after a rotation. */
  previousKey: { keyHash: string; validUntil: string } | null;
  /** Limit in work units per second; null: the default, `RATE_LIMIT_PER_SECOND`; 0: unlimited. */
  unitsPerSecond: number | null;
  /** Names of the allowed methods; null: all. */
  methods: readonly string[] | null;
};

/** The changeable settings of a project, apart from its key. */
export type ProjectSettings = Pick<Project, 'name' | 'keyExpiresAt' | 'unitsPerSecond' | 'methods'>;

/** Validity of a new key and of the key that it replaces. */
export type KeyTerms = {
  /** When the new key expires; by default, the key never expires. */
  expiresAt?: string | null;
  /**
   * Until when the previous key stays valid, unless it expires or is revoked earlier. By default, the previous key
   * becomes invalid immediately.
   */
  previousUntil?: string | null;
};

/** Port for storing projects. */
export type ProjectStore = {
  findProject: (projectId: string) => Promise<Project | null>;
  listProjects: () => Promise<Project[]>;
  /** Adds the project; returns false and changes nothing if the id already exists. */
  addProject: (
    project: Pick<Project, 'projectId' | 'keyHash' | 'name'> & Partial<ProjectSettings>,
  ) => Promise<boolean>;
  /** Changes settings; `keyExpiresAt` applies to the current key. Returns whether the project exists. */
  changeProject: (projectId: string, changes: Partial<ProjectSettings>) => Promise<boolean>;
  /**
   * Replaces the key and records the replaced key as retired. Also reactivates a revoked project. Keys before the
   * replaced one become invalid. Returns whether the project exists.
   */
  replaceKey: (projectId: string, keyHash: string, terms?: KeyTerms) => Promise<boolean>;
  /** Whether this is a former key of the project. */
  isRetiredKey: (projectId: string, keyHash: string) => Promise<boolean>;
  /** Revokes a project; returns false if it does not exist or has already been revoked. */
  revokeProject: (projectId: string) => Promise<boolean>;
};

/** Permissions of an authenticated caller. */
export type ProjectAccess = {
  projectId: string;
  unitsPerSecond: number | undefined;
  methods: ReadonlySet<string> | undefined;
};

/**
 * Returns until when a key of the project is valid, in ms since 1970; Infinity if it does not expire.
 * @returns undefined if the key is not the project's, has expired or has been revoked
 */
export function keyValidUntil(project: Project, keyHash: string, now: number): number | undefined {
  if (project.revokedAt !== null) return undefined;
  const ends =
    keyHash === project.keyHash
      ? project.keyExpiresAt
      : keyHash === project.previousKey?.keyHash
        ? project.previousKey.validUntil
        : undefined;
  if (ends === undefined) return undefined;
  const until = ends === null ? Number.POSITIVE_INFINITY : Date.parse(ends);
  return now < until ? until : undefined;
}

/** Usage of one method by a project on one day. */
export type UsageRow = {
  /** Days since 1970-01-01, UTC. */
  day: number;
  projectId: string;
  /** Name of the method, `rpc.discover` or `unknown`. */
  method: string;
  calls: number;
  /** Work units charged for the calls. */
  units: number;
};

/** Usage that one writer adds in a single transaction. */
export type UsageBatch = {
  /** Id of the writing process. */
  writer: string;
  /** Increases with each batch of the writer, so that a retried batch is not added twice. */
  number: number;
  rows: readonly UsageRow[];
};

/** Port for storing the usage of projects. Several instances can write to the same table. */
export type UsageStore = {
  /** Adds a batch exactly once, and deletes days older than `RETENTION_DAYS`. */
  add: (batch: UsageBatch) => Promise<void>;
  /** Returns a project's usage since a day, ordered by day and method. */
  read: (projectId: string, fromDay: number) => Promise<UsageRow[]>;
};

/** Number of days for which usage is kept. */
export const RETENTION_DAYS = 400;

const DAY_MS = 86_400_000;

/** Returns the day of a time in ms since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** Returns the start of a day, in ms since 1970. */
export const startOfDay = (day: number): number => day * DAY_MS;
