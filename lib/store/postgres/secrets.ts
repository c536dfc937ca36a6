import { newSecret, type ServiceSecrets } from '@/lib/store/store';
import { retrying, type Sql } from './connection';

/** The service's own secrets on Postgres. */
export function postgresSecrets(sql: Sql, now: () => number): ServiceSecrets {
  const find = async (name: string) => {
    const [row] = await sql`SELECT value FROM service_secrets WHERE name = ${name}`;
    return row?.value as string | undefined;
  };
  return {
    getOrCreate: (name) =>
      retrying(async () => {
        const known = await find(name);
        if (known !== undefined) return known;
        await sql`
          INSERT INTO service_secrets (name, value, created_at) VALUES (${name}, ${newSecret()}, ${now()})
          ON CONFLICT (name) DO NOTHING`;
        return (await find(name)) as string;
      }),
  };
}
