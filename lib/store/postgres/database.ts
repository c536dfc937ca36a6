import type postgres from 'postgres';
import { type Database, type Dialect, type Row, render, type Statement, sql } from '@/lib/store/database';
import type { Integers, Sql } from './connection';
import type { PostgresConnections } from './connections';

const DIALECT: Dialect = {
  parameter: (n) => `$${n}`,
  records: (parameter, columns) => {
    const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    return `jsonb_to_recordset((${parameter}::text)::jsonb) AS r(${typed.join(', ')})`;
  },
};

/** A Postgres server as a database. Work that fails transiently is repeated as a whole. */
export function postgresDatabase(connections: PostgresConnections): Database {
  return {
    engine: 'postgres',
    read: (statement) => connections.read((client) => run(client, statement)),
    write: (statement) => connections.write((client) => run(client, statement)),
    transaction: (work) =>
      connections.write(async (client) => {
        const result = await client.begin(async (transaction) => {
          const steps = work();
          let step = steps.next();
          while (!step.done) step = steps.next(await run(transaction, step.value));
          return { value: step.value };
        });
        return result.value;
      }),
    size: () =>
      connections.probe(async (client) => {
        const [row] = await run(client, sql`SELECT pg_database_size(current_database()) AS bytes`);
        return row?.bytes as number;
      }),
    async analyze() {
      // Autovacuum would come to it in a minute or so; until then an empty table's plans read whole tables.
      for (const table of ['btc_keys', 'btc_addresses', 'btc_accounts', 'btc_proven_addresses'])
        await connections.write((client) => client.unsafe(`ANALYZE ${table}`));
    },
    close: () => connections.end(),
  };
}

function run(client: Sql | postgres.TransactionSql<Integers>, statement: Statement): Promise<Row[]> {
  const { text, values } = render(statement, DIALECT);
  return client.unsafe(text, values, { prepare: true });
}
