/** A caller of the service: its id is the user name of HTTP Basic, its server key the password. */
export type Project = {
  projectId: string;
  /** SHA-256 of the server key, lower-case hex. A key is 32 random bytes: no slow hash is needed. */
  keyHash: string;
  name: string;
  createdAt: string;
  /** When the project was revoked, null while it is alive. */
  revokedAt: string | null;
  /** When the present key ends; null: never. */
  keyExpiresAt: string | null;
  /** The key before the present one, where a rotation lets it live on for a while. */
  previousKey: { keyHash: string; validUntil: string } | null;
  /** Work units a second; null is `RATE_LIMIT_PER_SECOND`, 0 is no limit. */
  unitsPerSecond: number | null;
  /** Methods that it may call, as their definitions name them (`svc_…` under any prefix); null: all. */
  methods: readonly string[] | null;
};

/** What of a project may be changed beside its key. */
export type ProjectSettings = Pick<Project, 'name' | 'keyExpiresAt' | 'unitsPerSecond' | 'methods'>;

/** What a new key is bound to. */
export type KeyTerms = {
  /** When it ends; left out: never. */
  expiresAt?: string | null;
  /** Until when the key before it is valid too, unless that ends sooner or is dead; left out: it is dead at once. */
  previousUntil?: string | null;
};

/** Port of the projects' table. */
export type ProjectStore = {
  findProject: (projectId: string) => Promise<Project | null>;
  listProjects: () => Promise<Project[]>;
  /** Adds the project, or leaves one of the same id as it is; returns whether it was added. */
  addProject: (
    project: Pick<Project, 'projectId' | 'keyHash' | 'name'> & Partial<ProjectSettings>,
  ) => Promise<boolean>;
  /** Changes what is given, of the present key where it is about the key; returns whether the project exists. */
  changeProject: (projectId: string, changes: Partial<ProjectSettings>) => Promise<boolean>;
  /**
   * Replaces the key's hash (and revives a revoked project), and keeps the old one as retired. Of keys before that one
   * none is valid any more. Returns whether the project exists.
   */
  replaceKey: (projectId: string, keyHash: string, terms?: KeyTerms) => Promise<boolean>;
  /** Whether the project had this key once and was given another since. */
  isRetiredKey: (projectId: string, keyHash: string) => Promise<boolean>;
  /** Returns whether there was a living project of that id. */
  revokeProject: (projectId: string) => Promise<boolean>;
};

/** What a caller that was let in may do. */
export type ProjectAccess = {
  projectId: string;
  unitsPerSecond: number | undefined;
  methods: ReadonlySet<string> | undefined;
};

/**
 * Until when a key of the project is valid, in ms since the epoch: Infinity when it never ends.
 * @returns undefined when it is none of its keys, or dead
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
