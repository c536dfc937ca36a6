import type { Project, ProjectStore } from '@/lib/projects/project-store';
import type { BulkRetiredKey } from '@/lib/store/bulk';
import type { SqliteConnection } from './connection';

const COLUMNS = 'project_id, key_hash, name, created_at, revoked_at';

/** The projects' table in the embedded file. */
export function sqliteProjects(connection: SqliteConnection, now: () => number): ProjectStore {
  /** Runs one change, and tells whether it touched a row. */
  const changes = (sql: string, ...values: unknown[]) =>
    connection.transaction(() => connection.all(`${sql} RETURNING project_id`, ...values).length > 0);
  return {
    findProject: async (projectId) => {
      const [row] = connection.all(`SELECT ${COLUMNS} FROM projects WHERE project_id = ?`, projectId);
      return row === undefined ? null : projectOf(row);
    },
    listProjects: async () =>
      connection.all(`SELECT ${COLUMNS} FROM projects ORDER BY created_at, project_id`).map(projectOf),
    addProject: ({ projectId, keyHash, name }) =>
      changes(
        'INSERT INTO projects (project_id, key_hash, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        projectId,
        keyHash,
        name,
        now(),
      ),
    replaceKey: (projectId, keyHash) =>
      connection.transaction(() => {
        connection.run(
          `INSERT INTO project_keys_retired (project_id, key_hash, retired_at)
           SELECT project_id, key_hash, ? FROM projects WHERE project_id = ? AND key_hash <> ?
           ON CONFLICT DO NOTHING`,
          now(),
          projectId,
          keyHash,
        );
        const replaced = connection.all(
          'UPDATE projects SET key_hash = ?, revoked_at = NULL WHERE project_id = ? RETURNING project_id',
          keyHash,
          projectId,
        );
        return replaced.length > 0;
      }),
    isRetiredKey: async (projectId, keyHash) =>
      connection.all(
        'SELECT 1 FROM project_keys_retired WHERE project_id = ? AND key_hash = ?',
        projectId,
        keyHash,
      ).length > 0,
    revokeProject: (projectId) =>
      changes(
        'UPDATE projects SET revoked_at = ? WHERE project_id = ? AND revoked_at IS NULL',
        now(),
        projectId,
      ),
  };
}

/** A row of `project_keys_retired` of either engine. */
export function retiredKeyOf(row: Record<string, unknown>): BulkRetiredKey {
  return {
    projectId: row.project_id as string,
    keyHash: row.key_hash as string,
    retiredAt: Number(row.retired_at),
  };
}

/** A row of either engine: Postgres gives its BIGINT as text. */
export function projectOf(row: Record<string, unknown>): Project {
  const iso = (time: unknown) => new Date(Number(time)).toISOString();
  return {
    projectId: row.project_id as string,
    keyHash: row.key_hash as string,
    name: row.name as string,
    createdAt: iso(row.created_at),
    revokedAt: row.revoked_at === null ? null : iso(row.revoked_at),
  };
}
