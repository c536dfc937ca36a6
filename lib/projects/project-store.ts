/** A caller of the service: its id is the user name of HTTP Basic, its server key the password. */
export type Project = {
  projectId: string;
  /** SHA-256 of the server key, lower-case hex. A key is 32 random bytes: no slow hash is needed. */
  keyHash: string;
  name: string;
  createdAt: string;
  /** When the project was revoked, null while it is alive. */
  revokedAt: string | null;
};

/** Port of the projects' table. */
export type ProjectStore = {
  findProject: (projectId: string) => Promise<Project | null>;
  listProjects: () => Promise<Project[]>;
  /** Adds the project, or leaves one of the same id as it is; returns whether it was added. */
  addProject: (project: Pick<Project, 'projectId' | 'keyHash' | 'name'>) => Promise<boolean>;
  /**
   * Replaces the key's hash (and revives a revoked project), and keeps the old one as retired; returns whether the
   * project exists.
   */
  replaceKey: (projectId: string, keyHash: string) => Promise<boolean>;
  /** Whether the project had this key once and was given another since. */
  isRetiredKey: (projectId: string, keyHash: string) => Promise<boolean>;
  /** Returns whether there was a living project of that id. */
  revokeProject: (projectId: string) => Promise<boolean>;
};
