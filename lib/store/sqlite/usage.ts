import { dayOf, KEPT_DAYS, startOfDay, type UsageRow, type UsageStore } from '@/lib/projects/usage-store';
import { usageOf } from '@/lib/store/rows/project-rows';
import type { SqliteConnection } from './connection';

/** The projects' usage in the embedded file. */
export function sqliteUsage(connection: SqliteConnection, now: () => number): UsageStore {
  return {
    add: ({ writer, number, rows }) =>
      // Every 5 s: a slow disk would hold up every call each time.
      connection.transactionUnsynced(() => {
        const time = now();
        const isNew = connection.all(
          `INSERT INTO project_usage_writers AS w (writer, last, written_at) VALUES (?, ?, ?)
           ON CONFLICT (writer) DO UPDATE SET last = excluded.last, written_at = excluded.written_at
           WHERE excluded.last > w.last RETURNING writer`,
          writer,
          number,
          time,
        );
        if (isNew.length === 0) return;
        addRows(
          connection,
          rows,
          'DO UPDATE SET calls = u.calls + excluded.calls, units = u.units + excluded.units',
        );
        const oldest = dayOf(time) - KEPT_DAYS;
        connection.run('DELETE FROM project_usage WHERE day <= ?', oldest);
        connection.run('DELETE FROM project_usage_writers WHERE written_at < ?', startOfDay(oldest));
      }),
    read: async (projectId, fromDay) =>
      connection
        .all(
          'SELECT * FROM project_usage WHERE day >= ? AND project_id = ? ORDER BY day, method',
          fromDay,
          projectId,
        )
        .map(usageOf),
  };
}

/** Adds usage of another store where there is none; within a transaction. */
export function loadSqliteUsage(connection: SqliteConnection, rows: readonly UsageRow[]): void {
  addRows(connection, rows, 'DO NOTHING');
}

function addRows(connection: SqliteConnection, rows: readonly UsageRow[], onConflict: string): void {
  for (const { day, projectId, method, calls, units } of rows)
    connection.run(
      `INSERT INTO project_usage AS u (day, project_id, method, calls, units) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (day, project_id, method) ${onConflict}`,
      day,
      projectId,
      method,
      calls,
      units,
    );
}
