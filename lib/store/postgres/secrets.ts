import { newSecret, type ServiceSecrets, WRITE_PROBE, writeProbeText } from '@/lib/store/store';
import type { Sql } from './connection';
import type { PostgresConnections } from './connections';

/** Writes a row of 16 KiB, durably. */
export async function postgresProbeWrite(sql: Sql, now: number): Promise<void> {
  await sql`
    INSERT INTO service_secrets (name, value, created_at) VALUES (${WRITE_PROBE}, ${writeProbeText(now)}, ${now})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
}

/** The service's own secrets on Postgres. */
export function postgresSecrets(database: PostgresConnections, now: () => number): ServiceSecrets {
  const find = async (sql: Sql, name: string) => {
    const [row] = await sql`SELECT value FROM service_secrets WHERE name = ${name}`;
    return row?.value as string | undefined;
  };
  return {
    getOrCreate: (name) =>
      database.write(async (sql) => {
        const known = await find(sql, name);
        if (known !== undefined) return known;
        await sql`
          INSERT INTO service_secrets (name, value, created_at) VALUES (${name}, ${newSecret()}, ${now()})
          ON CONFLICT (name) DO NOTHING`;
        return (await find(sql, name)) as string;
      }),
  };
}
