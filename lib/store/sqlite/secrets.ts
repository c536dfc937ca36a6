import { newSecret, type ServiceSecrets, WRITE_PROBE, writeProbeText } from '@/lib/store/store';
import type { SqliteConnection } from './connection';

/** Writes a row of 16 KiB, durably. */
export async function sqliteProbeWrite(connection: SqliteConnection, now: number): Promise<void> {
  await connection.transaction(() =>
    connection.run(
      'INSERT INTO service_secrets (name, value, created_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      WRITE_PROBE,
      writeProbeText(now),
      now,
    ),
  );
}

/** The service's own secrets in the embedded file. */
export function sqliteSecrets(connection: SqliteConnection, now: () => number): ServiceSecrets {
  const find = (name: string) =>
    connection.all('SELECT value FROM service_secrets WHERE name = ?', name)[0]?.value as string | undefined;
  return {
    getOrCreate: async (name) =>
      find(name) ??
      connection.transaction(() => {
        connection.run(
          'INSERT INTO service_secrets (name, value, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
          name,
          newSecret(),
          now(),
        );
        return find(name) as string;
      }),
  };
}
