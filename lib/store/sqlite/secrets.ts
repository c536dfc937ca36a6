import { newSecret, type ServiceSecrets } from '@/lib/store/store';
import type { SqliteConnection } from './connection';

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
