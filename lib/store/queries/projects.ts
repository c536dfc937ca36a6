import {
  dayOf,
  type Project,
  type ProjectSettings,
  type ProjectStore,
  RETENTION_DAYS,
  startOfDay,
  type UsageRow,
  type UsageStore,
} from '@/lib/projects/project-store';
import {
  type Database,
  isoTime,
  orUnavailable,
  type Row,
  records,
  type Statement,
  sql,
  type Work,
} from '@/lib/store/database';

/**
 * Implements `ProjectStore` with a database. Every method throws UpstreamUnavailableError (`store-unavailable`) if the
 * store cannot be read or written.
 */
export function storedProjects(database: Database, now: () => number): ProjectStore {
  const read = (statement: Statement) => orUnavailable(database.read(statement));
  const transaction = <T>(work: () => Work<T>) => orUnavailable(database.transaction(work));
  return {
    async findProject(projectId) {
      const [row] = await read(sql`${SELECT_PROJECTS} WHERE p.project_id = ${projectId}`);
      return row === undefined ? null : projectOf(row);
    },
    listProjects: async () =>
      (await read(sql`${SELECT_PROJECTS} ORDER BY p.created_at, p.project_id`)).map(projectOf),
    addProject: ({ projectId, keyHash, name, ...settings }) =>
      transaction(function* () {
        const added = yield sql`
          INSERT INTO projects (project_id, key_hash, name, created_at)
          VALUES (${projectId}, ${keyHash}, ${name}, ${now()})
          ON CONFLICT (project_id) DO NOTHING RETURNING project_id`;
        if (added.length > 0) yield* changeSettings(projectId, settings);
        return added.length > 0;
      }),
    changeProject: (projectId, changes) =>
      transaction(function* () {
        const exists = yield* lockProject(projectId);
        if (exists) yield* changeSettings(projectId, changes);
        return exists;
      }),
    replaceKey: (projectId, keyHash, { expiresAt, previousUntil } = {}) =>
      transaction(function* () {
        if (!(yield* lockProject(projectId))) return false;
        yield sql`
          INSERT INTO project_keys_retired (project_id, key_hash, retired_at)
          SELECT project_id, key_hash, CAST(${now()} AS BIGINT) FROM projects
          WHERE project_id = ${projectId} AND key_hash <> ${keyHash}
          ON CONFLICT (project_id, key_hash) DO NOTHING`;
        // Before the key itself is replaced.
        yield sql`
          INSERT INTO project_key_terms (project_id, key_hash, expires_at, previous_hash, previous_until)
          SELECT p.project_id, n.key_hash, n.expires_at,
                 CASE WHEN p.revoked_at IS NULL AND n.until IS NOT NULL THEN p.key_hash END,
                 CASE WHEN p.revoked_at IS NULL
                      THEN CASE WHEN t.expires_at < n.until THEN t.expires_at ELSE n.until END END
          FROM (SELECT CAST(${keyHash} AS TEXT) AS key_hash,
                       CAST(${msOrNull(expiresAt)} AS BIGINT) AS expires_at,
                       CAST(${msOrNull(previousUntil)} AS BIGINT) AS until) n
          JOIN projects p ON p.project_id = ${projectId}
          LEFT JOIN project_key_terms t ON t.project_id = p.project_id AND t.key_hash = p.key_hash
          WHERE true
          ON CONFLICT (project_id) DO UPDATE SET key_hash = excluded.key_hash, expires_at = excluded.expires_at,
            previous_hash = excluded.previous_hash, previous_until = excluded.previous_until
          WHERE project_key_terms.key_hash <> excluded.key_hash`; // A retry after a lost answer changes nothing.
        yield sql`UPDATE projects SET key_hash = ${keyHash}, revoked_at = NULL WHERE project_id = ${projectId}`;
        return true;
      }),
    isRetiredKey: async (projectId, keyHash) => {
      const found = await read(sql`
        SELECT 1 FROM project_keys_retired WHERE project_id = ${projectId} AND key_hash = ${keyHash}`);
      return found.length > 0;
    },
    revokeProject: async (projectId) => {
      const revoked = await orUnavailable(
        database.write(sql`
          UPDATE projects SET revoked_at = ${now()}
          WHERE project_id = ${projectId} AND revoked_at IS NULL RETURNING project_id`),
      );
      return revoked.length > 0;
    },
  };
}

/** Selects all projects, each with the expiry of its current key. */
const SELECT_PROJECTS = sql`
  SELECT p.project_id, p.key_hash, p.name, p.created_at, p.revoked_at,
         t.expires_at, t.previous_hash, t.previous_until, s.units_per_second, s.methods
  FROM projects p
  LEFT JOIN project_key_terms t ON t.project_id = p.project_id AND t.key_hash = p.key_hash
  LEFT JOIN project_settings s ON s.project_id = p.project_id`;

function projectOf(row: Row): Project {
  const hasPrevious = row.previous_hash !== null && row.previous_until !== null;
  return {
    projectId: row.project_id as string,
    keyHash: row.key_hash as string,
    name: row.name as string,
    createdAt: isoTime(row.created_at),
    revokedAt: isoOrNull(row.revoked_at),
    keyExpiresAt: isoOrNull(row.expires_at),
    previousKey: hasPrevious
      ? { keyHash: row.previous_hash as string, validUntil: isoTime(row.previous_until) }
      : null,
    unitsPerSecond: row.units_per_second as number | null,
    methods: row.methods === null ? null : (row.methods as string).split(','),
  };
}

/** Locks a project's row, and returns whether the project exists. Uses an update: SQLite has no `FOR UPDATE`. */
function* lockProject(projectId: string): Work<boolean> {
  const found =
    yield sql`UPDATE projects SET name = name WHERE project_id = ${projectId} RETURNING project_id`;
  return found.length > 0;
}

/** Changes the settings that are not undefined; the others stay unchanged. */
function* changeSettings(
  projectId: string,
  { name, keyExpiresAt, unitsPerSecond, methods }: Partial<ProjectSettings>,
): Work<void> {
  if (name !== undefined) yield sql`UPDATE projects SET name = ${name} WHERE project_id = ${projectId}`;
  if (keyExpiresAt !== undefined)
    yield sql`
      INSERT INTO project_key_terms AS t (project_id, key_hash, expires_at)
      SELECT project_id, key_hash, CAST(${msOrNull(keyExpiresAt)} AS BIGINT) FROM projects
      WHERE project_id = ${projectId}
      ON CONFLICT (project_id) DO UPDATE SET
        previous_hash = CASE WHEN t.key_hash = excluded.key_hash THEN t.previous_hash END,
        key_hash = excluded.key_hash, expires_at = excluded.expires_at`;
  if (unitsPerSecond !== undefined)
    yield sql`
      INSERT INTO project_settings (project_id, units_per_second) VALUES (${projectId}, ${unitsPerSecond})
      ON CONFLICT (project_id) DO UPDATE SET units_per_second = excluded.units_per_second`;
  if (methods !== undefined)
    yield sql`
      INSERT INTO project_settings (project_id, methods) VALUES (${projectId}, ${methods?.join(',') ?? null})
      ON CONFLICT (project_id) DO UPDATE SET methods = excluded.methods`;
}

/** Converts an ISO time to the stored format: ms since 1970. */
const msOrNull = (time: string | null | undefined): number | null =>
  time === null || time === undefined ? null : Date.parse(time);

const isoOrNull = (ms: unknown) => (ms === null ? null : isoTime(ms));

/** Implements `UsageStore` with a database. */
export function storedUsage(database: Database, now: () => number): UsageStore {
  return {
    add: ({ writer, number, rows }) =>
      // No sync to disk: a slow disk would block all calls every 5 s. The number of the batch makes retries safe.
      database.transaction(
        function* () {
          const time = now();
          const isNew = yield sql`
            INSERT INTO project_usage_writers AS w (writer, last, written_at) VALUES (${writer}, ${number}, ${time})
            ON CONFLICT (writer) DO UPDATE SET last = excluded.last, written_at = excluded.written_at
            WHERE excluded.last > w.last RETURNING writer`;
          if (isNew.length === 0) return;
          yield addRows(
            rows,
            sql`UPDATE SET calls = u.calls + excluded.calls, units = u.units + excluded.units`,
          );
          const oldest = dayOf(time) - RETENTION_DAYS;
          yield sql`DELETE FROM project_usage WHERE day <= ${oldest}`;
          yield sql`DELETE FROM project_usage_writers WHERE written_at < ${startOfDay(oldest)}`;
        },
        { sync: false },
      ),
    async read(projectId, fromDay) {
      const rows = await database.read(
        sql`${SELECT_USAGE} WHERE day >= ${fromDay} AND project_id = ${projectId}`,
      );
      // Sort here: SQLite and Postgres collate text differently.
      return (rows as UsageRow[]).sort((a, b) => a.day - b.day || (a.method < b.method ? -1 : 1));
    },
  };
}

/** Reads all usage of the first day after `day` that has usage; [] if there is no later day. */
export const readUsageAfter = (database: Database, day: number) =>
  database.read(
    sql`${SELECT_USAGE} WHERE day = (SELECT min(day) FROM project_usage WHERE day > ${day})`,
  ) as Promise<UsageRow[]>;

/** Adds usage from another store, except rows that already exist. */
export const loadUsage = (database: Database, rows: readonly UsageRow[]) =>
  database.write(addRows(rows, sql`NOTHING`));

/** Inserts rows in a fixed order, which prevents deadlocks between instances. */
const addRows = (rows: readonly UsageRow[], onConflict: Statement) => sql`
  INSERT INTO project_usage AS u (day, project_id, method, calls, units)
  SELECT r.day, r."projectId", r.method, r.calls, r.units FROM ${records(
    { day: 'BIGINT', projectId: 'TEXT', method: 'TEXT', calls: 'BIGINT', units: 'BIGINT' },
    rows,
  )} WHERE true ORDER BY r.day, r."projectId", r.method
  ON CONFLICT (day, project_id, method) DO ${onConflict}`;

const SELECT_USAGE = sql`SELECT day, project_id AS "projectId", method, calls, units FROM project_usage`;
