import { dayOf, KEPT_DAYS, startOfDay, type UsageRow, type UsageStore } from '@/lib/projects/usage-store';
import { usageOf } from '@/lib/store/rows/project-rows';
import type { Sql } from './connection';
import type { PostgresConnections } from './connections';

/** The projects' usage on Postgres. */
export function postgresUsage(database: PostgresConnections, now: () => number): UsageStore {
  return {
    add: ({ writer, number, rows }) =>
      // Done twice where a commit's answer is lost: then the number of the batch is known already.
      database.write(async (sql) => {
        await sql.begin(async (transaction) => {
          const time = now();
          const isNew = await transaction`
            INSERT INTO project_usage_writers AS w (writer, last, written_at) VALUES (${writer}, ${number}, ${time})
            ON CONFLICT (writer) DO UPDATE SET last = excluded.last, written_at = excluded.written_at
            WHERE excluded.last > w.last RETURNING writer`;
          if (isNew.length === 0) return;
          await transaction.unsafe(
            addRows('DO UPDATE SET calls = u.calls + excluded.calls, units = u.units + excluded.units'),
            [JSON.stringify(rows.map(shortRow))],
          );
          const oldest = dayOf(time) - KEPT_DAYS;
          await transaction`DELETE FROM project_usage WHERE day <= ${oldest}`;
          await transaction`DELETE FROM project_usage_writers WHERE written_at < ${startOfDay(oldest)}`;
        });
      }),
    read: (projectId, fromDay) =>
      database.read(async (sql) => {
        const rows = await sql`
          SELECT * FROM project_usage WHERE day >= ${fromDay} AND project_id = ${projectId}
          ORDER BY day, method COLLATE "C"`;
        return rows.map(usageOf);
      }),
  };
}

/** Adds usage of another store where there is none. */
export async function loadPostgresUsage(sql: Sql, rows: readonly UsageRow[]): Promise<void> {
  await sql.unsafe(addRows('DO NOTHING'), [JSON.stringify(rows.map(shortRow))]);
}

const shortRow = ({ day, projectId, method, calls, units }: UsageRow) => ({
  d: day,
  p: projectId,
  m: method,
  c: calls,
  u: units,
});

/** In one order everywhere: instances that add at the same time wait for each other and never in a circle. */
const addRows = (onConflict: string) => `
  INSERT INTO project_usage AS u (day, project_id, method, calls, units)
  SELECT d, p, m, c, u FROM jsonb_to_recordset(($1::text)::jsonb) AS r(d BIGINT, p TEXT, m TEXT, c BIGINT, u BIGINT)
  ORDER BY d, p, m
  ON CONFLICT (day, project_id, method) ${onConflict}`;
