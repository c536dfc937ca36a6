import type { Project, ProjectSettings, ProjectStore } from '@/lib/projects/project-store';
import { methodsText, projectOf, SELECT_PROJECTS, timeOrNull } from '@/lib/store/rows/project-rows';
import type { SqliteConnection } from './connection';

/** The projects' table in the embedded file. */
export function sqliteProjects(connection: SqliteConnection, now: () => number): ProjectStore {
  return {
    findProject: async (projectId) => {
      const [row] = connection.all(`${SELECT_PROJECTS} WHERE p.project_id = ?`, projectId);
      return row === undefined ? null : projectOf(row);
    },
    listProjects: async () =>
      connection.all(`${SELECT_PROJECTS} ORDER BY p.created_at, p.project_id`).map(projectOf),
    addProject: ({ projectId, keyHash, name, ...settings }) =>
      connection.transaction(() => {
        const added = connection.all(
          `INSERT INTO projects (project_id, key_hash, name, created_at) VALUES (?, ?, ?, ?)
           ON CONFLICT DO NOTHING RETURNING project_id`,
          projectId,
          keyHash,
          name,
          now(),
        );
        if (added.length > 0) changeSettings(connection, projectId, settings);
        return added.length > 0;
      }),
    changeProject: (projectId, changes) =>
      connection.transaction(() => {
        if (connection.all('SELECT 1 FROM projects WHERE project_id = ?', projectId).length === 0)
          return false;
        changeSettings(connection, projectId, changes);
        return true;
      }),
    replaceKey: (projectId, keyHash, terms = {}) =>
      connection.transaction(() => {
        connection.run(
          `INSERT INTO project_keys_retired (project_id, key_hash, retired_at)
           SELECT project_id, key_hash, ? FROM projects WHERE project_id = ? AND key_hash <> ?
           ON CONFLICT DO NOTHING`,
          now(),
          projectId,
          keyHash,
        );
        connection.run(
          REPLACE_TERMS,
          keyHash,
          timeOrNull(terms.expiresAt),
          timeOrNull(terms.previousUntil),
          projectId,
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
      connection.transaction(
        () =>
          connection.all(
            `UPDATE projects SET revoked_at = ? WHERE project_id = ? AND revoked_at IS NULL
             RETURNING project_id`,
            now(),
            projectId,
          ).length > 0,
      ),
  };
}

/** The terms of a new key, while the project still has its old one: a revoked key has no time left. */
const REPLACE_TERMS = `
  INSERT INTO project_key_terms (project_id, key_hash, expires_at, previous_hash, previous_until)
  SELECT p.project_id, n.key_hash, n.expires_at,
         CASE WHEN p.revoked_at IS NULL AND n.until IS NOT NULL THEN p.key_hash END,
         CASE WHEN p.revoked_at IS NULL THEN min(n.until, coalesce(t.expires_at, n.until)) END
  FROM (SELECT ? AS key_hash, ? AS expires_at, ? AS until) n
  JOIN projects p ON p.project_id = ?
  LEFT JOIN project_key_terms t ON t.project_id = p.project_id AND t.key_hash = p.key_hash
  WHERE true
  ON CONFLICT (project_id) DO UPDATE SET key_hash = excluded.key_hash, expires_at = excluded.expires_at,
    previous_hash = excluded.previous_hash, previous_until = excluded.previous_until`;

/** Writes what is given of a project's settings; within a transaction. */
function changeSettings(
  connection: SqliteConnection,
  projectId: string,
  { name, keyExpiresAt, unitsPerSecond, methods }: Partial<ProjectSettings>,
): void {
  if (name !== undefined)
    connection.run('UPDATE projects SET name = ? WHERE project_id = ?', name, projectId);
  if (keyExpiresAt !== undefined)
    connection.run(
      `INSERT INTO project_key_terms (project_id, key_hash, expires_at)
       SELECT project_id, key_hash, ? FROM projects WHERE project_id = ?
       ON CONFLICT (project_id) DO UPDATE SET
         previous_hash = CASE WHEN key_hash = excluded.key_hash THEN previous_hash END,
         key_hash = excluded.key_hash, expires_at = excluded.expires_at`,
      timeOrNull(keyExpiresAt),
      projectId,
    );
  if (unitsPerSecond !== undefined)
    connection.run(
      `INSERT INTO project_settings (project_id, units_per_second) VALUES (?, ?)
       ON CONFLICT (project_id) DO UPDATE SET units_per_second = excluded.units_per_second`,
      projectId,
      unitsPerSecond,
    );
  if (methods !== undefined)
    connection.run(
      `INSERT INTO project_settings (project_id, methods) VALUES (?, ?)
       ON CONFLICT (project_id) DO UPDATE SET methods = excluded.methods`,
      projectId,
      methodsText(methods),
    );
}

/** Adds a project as another store has it, unless there is one of its id; within a transaction. */
export function loadSqliteProject(connection: SqliteConnection, project: Project): void {
  const { projectId, keyHash, name, createdAt, revokedAt, keyExpiresAt, previousKey } = project;
  const added = connection.all(
    `INSERT INTO projects (project_id, key_hash, name, created_at, revoked_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING RETURNING project_id`,
    projectId,
    keyHash,
    name,
    Date.parse(createdAt),
    timeOrNull(revokedAt),
  );
  if (added.length === 0) return;
  connection.run(
    `INSERT INTO project_key_terms (project_id, key_hash, expires_at, previous_hash, previous_until)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    projectId,
    keyHash,
    timeOrNull(keyExpiresAt),
    previousKey?.keyHash ?? null,
    timeOrNull(previousKey?.validUntil),
  );
  connection.run(
    'INSERT INTO project_settings (project_id, units_per_second, methods) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    projectId,
    project.unitsPerSecond,
    methodsText(project.methods),
  );
}
