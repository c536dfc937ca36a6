import type { ProjectStore } from '@/lib/projects/project-store';
import { retrying, type Sql } from './postgres-connection';
import { projectOf } from './sqlite-projects';
import { storeUnavailable } from './store-error';

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
      asking(
        async () =>
          (
            await sql`
              UPDATE projects SET key_hash = ${keyHash}, revoked_at = NULL
              WHERE project_id = ${projectId} RETURNING project_id`
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
