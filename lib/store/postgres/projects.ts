import type { ProjectStore } from '@/lib/projects/project-store';
import { projectOf } from '@/lib/store/sqlite/projects';
import { storeUnavailable } from '@/lib/store/store-error';
import { retrying, type Sql } from './connection';

/** The projects' table on Postgres. */
export function postgresProjects(sql: Sql, now: () => number): ProjectStore {
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await retrying(work);
    } catch (cause) {
      throw storeUnavailable(cause);
    }
  };
  return {
    findProject: (projectId) =>
      asking(async () => {
        const [row] = await sql`SELECT * FROM projects WHERE project_id = ${projectId}`;
        return row === undefined ? null : projectOf(row);
      }),
    listProjects: () =>
      asking(async () => (await sql`SELECT * FROM projects ORDER BY created_at, project_id`).map(projectOf)),
    addProject: ({ projectId, keyHash, name }) =>
      asking(
        async () =>
          (
            await sql`
              INSERT INTO projects (project_id, key_hash, name, created_at)
              VALUES (${projectId}, ${keyHash}, ${name}, ${now()})
              ON CONFLICT (project_id) DO NOTHING RETURNING project_id`
          ).length > 0,
      ),
    replaceKey: (projectId, keyHash) =>
      asking(() =>
        sql.begin(async (transaction) => {
          const [row] =
            await transaction`SELECT key_hash FROM projects WHERE project_id = ${projectId} FOR UPDATE`;
          if (row === undefined) return false;
          if (row.key_hash !== keyHash)
            await transaction`
              INSERT INTO project_keys_retired (project_id, key_hash, retired_at)
              VALUES (${projectId}, ${row.key_hash}, ${now()})
              ON CONFLICT (project_id, key_hash) DO NOTHING`;
          await transaction`
            UPDATE projects SET key_hash = ${keyHash}, revoked_at = NULL WHERE project_id = ${projectId}`;
          return true;
        }),
      ),
    isRetiredKey: (projectId, keyHash) =>
      asking(
        async () =>
          (
            await sql`
              SELECT 1 FROM project_keys_retired WHERE project_id = ${projectId} AND key_hash = ${keyHash}`
          ).length > 0,
      ),
    revokeProject: (projectId) =>
      asking(
        async () =>
          (
            await sql`
              UPDATE projects SET revoked_at = ${now()}
              WHERE project_id = ${projectId} AND revoked_at IS NULL RETURNING project_id`
          ).length > 0,
      ),
  };
}
