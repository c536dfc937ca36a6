import {
  dayOf,
  RETENTION_DAYS,
  startOfDay,
  type UsageRow,
  type UsageStore,
} from '@/lib/projects/project-store';
import { type Database, type Row, records, type Statement, sql } from '@/lib/store/database';

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
      const rows = await database.read(sql`
        SELECT * FROM project_usage WHERE day >= ${fromDay} AND project_id = ${projectId}`);
      // Sort here: SQLite and Postgres collate text differently.
      return rows.map(usageOf).sort((a, b) => a.day - b.day || (a.method < b.method ? -1 : 1));
    },
  };
}

/** Reads all usage of the first day after `day` that has usage; [] if there is no later day. */
export const readUsageAfter = async (database: Database, day: number): Promise<UsageRow[]> => {
  const rows = await database.read(sql`
    SELECT * FROM project_usage WHERE day = (SELECT min(day) FROM project_usage WHERE day > ${day})`);
  return rows.map(usageOf);
};

/** Adds usage from another store, except rows that already exist. */
export async function loadUsage(database: Database, rows: readonly UsageRow[]): Promise<void> {
  await database.write(addRows(rows, sql`NOTHING`));
}

/** Inserts rows in a fixed order, which prevents deadlocks between instances. */
const addRows = (rows: readonly UsageRow[], onConflict: Statement) => sql`
  INSERT INTO project_usage AS u (day, project_id, method, calls, units)
  SELECT r.d, r.p, r.m, r.c, r.u FROM ${records(
    { d: 'BIGINT', p: 'TEXT', m: 'TEXT', c: 'BIGINT', u: 'BIGINT' },
    rows.map(({ day, projectId, method, calls, units }) => ({
      d: day,
      p: projectId,
      m: method,
      c: calls,
      u: units,
    })),
  )} WHERE true ORDER BY r.d, r.p, r.m
  ON CONFLICT (day, project_id, method) DO ${onConflict}`;

const usageOf = (row: Row): UsageRow => ({
  day: row.day as number,
  projectId: row.project_id as string,
  method: row.method as string,
  calls: row.calls as number,
  units: row.units as number,
});
