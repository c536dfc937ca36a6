import { statSync } from 'node:fs';
import { type Database, type Dialect, type Row, render, type Statement } from '@/lib/store/database';
import type { SqliteConnection } from './connection';

const DIALECT: Dialect = {
  parameter: () => '?',
  records: (parameter, columns) => {
    const selected = Object.keys(columns).map((name) => `value->>'${name}' AS ${name}`);
    return `(SELECT ${selected.join(', ')} FROM json_each(${parameter})) AS r`;
  },
};

/** The embedded file as a database. @param path of the file */
export function sqliteDatabase(connection: SqliteConnection, path: string): Database {
  const run = (statement: Statement): Row[] => {
    const { text, values } = render(statement, DIALECT);
    return connection.all(text, ...values);
  };
  return {
    engine: 'sqlite',
    read: async (statement) => run(statement),
    write: (statement) => connection.transaction(() => run(statement)),
    transaction: (work, { sync = true } = {}) => {
      const begin = sync ? connection.transaction : connection.transactionUnsynced;
      return begin(() => {
        const steps = work();
        let step = steps.next();
        while (!step.done) step = steps.next(run(step.value));
        return step.value;
      });
    },
    size: async () =>
      ['', '-wal']
        .map((suffix) => statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0)
        .reduce((sum, size) => sum + size),
    analyze: async () => undefined, // its plans come only from the indexes
    async close() {
      connection.close();
    },
  };
}
