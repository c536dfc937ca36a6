import { randomBytes } from 'node:crypto';
import { type Database, sql } from '@/lib/store/database';

/**
 * Creates the random secrets of the service, shared by all instances on one store. Callers never see them. Each secret is
 * 32 random bytes in base64url.
 */
export function storedSecrets(database: Database, now: () => number) {
  const find = (name: string) => sql`SELECT value FROM service_secrets WHERE name = ${name}`;
  return {
    /** Returns the secret with this name, created on first use. Concurrent instances get the same secret. */
    async getOrCreate(name: string): Promise<string> {
      const [known] = await database.read(find(name));
      if (known !== undefined) return known.value as string;
      return database.transaction(function* () {
        yield sql`
          INSERT INTO service_secrets (name, value, created_at)
          VALUES (${name}, ${randomBytes(32).toString('base64url')}, ${now()}) ON CONFLICT (name) DO NOTHING`;
        const [row] = yield find(name);
        return row?.value as string;
      });
    },
  };
}

/** Name of the row that `probeWrite` writes. */
export const WRITE_PROBE = 'write-probe';

/** Durably writes a row of 16 KiB, about the size of a few records, so that the write fails if the disk is full. */
export async function probeWrite(database: Database, now: number): Promise<void> {
  await database.write(sql`
    INSERT INTO service_secrets (name, value, created_at)
    VALUES (${WRITE_PROBE}, ${`${now} `.padEnd(16_384, '.')}, ${now})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}
