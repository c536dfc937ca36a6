import type postgres from 'postgres';
import type { Project, ProjectSettings, ProjectStore } from '@/lib/projects/project-store';
import { methodsText, projectOf, SELECT_PROJECTS, timeOrNull } from '@/lib/store/rows/project-rows';
import { storeUnavailable } from '@/lib/store/store-error';
import type { Sql } from './connection';
import type { PostgresConnections } from './connections';

type Transaction = postgres.TransactionSql<{ bigint: number }>;

/** The projects' table on Postgres. */
export function postgresProjects(database: PostgresConnections, now: () => number): ProjectStore {
  const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      throw storeUnavailable(cause);
    }
  };
  const reading = <T>(work: (sql: Sql) => Promise<T>) => orUnavailable(database.read(work));
  const writing = <T>(work: (sql: Sql) => Promise<T>) => orUnavailable(database.write(work));
  /** Runs one transaction and returns whether it touched a row. */
  const changing = (work: (transaction: Transaction) => Promise<boolean>): Promise<boolean> =>
    writing((sql) => sql.begin(work) as Promise<boolean>);
  return {
    findProject: (projectId) =>
      reading(async (sql) => {
        const [row] = await sql.unsafe(`${SELECT_PROJECTS} WHERE p.project_id = $1`, [projectId], PREPARED);
        return row === undefined ? null : projectOf(row);
      }),
    listProjects: () =>
      reading(async (sql) =>
        (await sql.unsafe(`${SELECT_PROJECTS} ORDER BY p.created_at, p.project_id`)).map(projectOf),
      ),
    addProject: ({ projectId, keyHash, name, ...settings }) =>
      changing(async (transaction) => {
        const added = await transaction`
          INSERT INTO projects (project_id, key_hash, name, created_at)
          VALUES (${projectId}, ${keyHash}, ${name}, ${now()})
          ON CONFLICT (project_id) DO NOTHING RETURNING project_id`;
        if (added.length > 0) await changeSettings(transaction, projectId, settings);
        return added.length > 0;
      }),
    changeProject: (projectId, changes) =>
      changing(async (transaction) => {
        const found = await transaction`SELECT 1 FROM projects WHERE project_id = ${projectId} FOR UPDATE`;
        if (found.length > 0) await changeSettings(transaction, projectId, changes);
        return found.length > 0;
      }),
    replaceKey: (projectId, keyHash, terms = {}) =>
      changing(async (transaction) => {
        const [row] =
          await transaction`SELECT key_hash FROM projects WHERE project_id = ${projectId} FOR UPDATE`;
        if (row === undefined) return false;
        if (row.key_hash !== keyHash)
          await transaction`
            INSERT INTO project_keys_retired (project_id, key_hash, retired_at)
            VALUES (${projectId}, ${row.key_hash}, ${now()})
            ON CONFLICT (project_id, key_hash) DO NOTHING`;
        await transaction.unsafe(REPLACE_TERMS, [
          keyHash,
          timeOrNull(terms.expiresAt),
          timeOrNull(terms.previousUntil),
          projectId,
        ]);
        await transaction`
          UPDATE projects SET key_hash = ${keyHash}, revoked_at = NULL WHERE project_id = ${projectId}`;
        return true;
      }),
    isRetiredKey: (projectId, keyHash) =>
      reading(async (sql) => {
        const found = await sql`
          SELECT 1 FROM project_keys_retired WHERE project_id = ${projectId} AND key_hash = ${keyHash}`;
        return found.length > 0;
      }),
    revokeProject: (projectId) =>
      writing(async (sql) => {
        const revoked = await sql`
          UPDATE projects SET revoked_at = ${now()}
          WHERE project_id = ${projectId} AND revoked_at IS NULL RETURNING project_id`;
        return revoked.length > 0;
      }),
  };
}

const PREPARED = { prepare: true };

/** The terms of a new key, while the project still has its old one: a revoked key has no time left. */
const REPLACE_TERMS = `
  INSERT INTO project_key_terms (project_id, key_hash, expires_at, previous_hash, previous_until)
  SELECT p.project_id, n.key_hash, n.expires_at,
         CASE WHEN p.revoked_at IS NULL AND n.until IS NOT NULL THEN p.key_hash END,
         CASE WHEN p.revoked_at IS NULL AND n.until IS NOT NULL THEN least(n.until, t.expires_at) END
  FROM (SELECT $1::text AS key_hash, $2::bigint AS expires_at, $3::bigint AS until) n
  JOIN projects p ON p.project_id = $4
  LEFT JOIN project_key_terms t ON t.project_id = p.project_id AND t.key_hash = p.key_hash
  ON CONFLICT (project_id) DO UPDATE SET key_hash = excluded.key_hash, expires_at = excluded.expires_at,
    previous_hash = excluded.previous_hash, previous_until = excluded.previous_until`;

/** Writes what is given of a project's settings. */
async function changeSettings(
  transaction: Transaction,
  projectId: string,
  { name, keyExpiresAt, unitsPerSecond, methods }: Partial<ProjectSettings>,
): Promise<void> {
  if (name !== undefined)
    await transaction`UPDATE projects SET name = ${name} WHERE project_id = ${projectId}`;
  if (keyExpiresAt !== undefined)
    await transaction`
      INSERT INTO project_key_terms AS t (project_id, key_hash, expires_at)
      SELECT project_id, key_hash, ${timeOrNull(keyExpiresAt)}::bigint FROM projects
      WHERE project_id = ${projectId}
      ON CONFLICT (project_id) DO UPDATE SET
        previous_hash = CASE WHEN t.key_hash = excluded.key_hash THEN t.previous_hash END,
        key_hash = excluded.key_hash, expires_at = excluded.expires_at`;
  if (unitsPerSecond !== undefined)
    await transaction`
      INSERT INTO project_settings (project_id, units_per_second) VALUES (${projectId}, ${unitsPerSecond})
      ON CONFLICT (project_id) DO UPDATE SET units_per_second = excluded.units_per_second`;
  if (methods !== undefined)
    await transaction`
      INSERT INTO project_settings (project_id, methods) VALUES (${projectId}, ${methodsText(methods)})
      ON CONFLICT (project_id) DO UPDATE SET methods = excluded.methods`;
}

/** Adds a project as another store has it, unless there is one of its id. */
export async function loadPostgresProject(sql: Sql, project: Project): Promise<void> {
  const { projectId, keyHash, name, createdAt, revokedAt, keyExpiresAt, previousKey } = project;
  await sql.begin(async (transaction) => {
    const added = await transaction`
      INSERT INTO projects (project_id, key_hash, name, created_at, revoked_at)
      VALUES (${projectId}, ${keyHash}, ${name}, ${Date.parse(createdAt)}, ${timeOrNull(revokedAt)})
      ON CONFLICT (project_id) DO NOTHING RETURNING project_id`;
    if (added.length === 0) return;
    await transaction`
      INSERT INTO project_key_terms (project_id, key_hash, expires_at, previous_hash, previous_until)
      VALUES (${projectId}, ${keyHash}, ${timeOrNull(keyExpiresAt)}, ${previousKey?.keyHash ?? null},
              ${timeOrNull(previousKey?.validUntil)})
      ON CONFLICT (project_id) DO NOTHING`;
    await transaction`
      INSERT INTO project_settings (project_id, units_per_second, methods)
      VALUES (${projectId}, ${project.unitsPerSecond}, ${methodsText(project.methods)})
      ON CONFLICT (project_id) DO NOTHING`;
  });
}
