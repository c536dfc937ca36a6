import { randomBytes } from 'node:crypto';
import type { StoredSecret } from '@/lib/store/bulk';
import { type Database, records, sql } from '@/lib/store/database';
import type { ServiceSecrets } from '@/lib/store/store';

/** Implements `ServiceSecrets` with a database. Each secret is 32 random bytes in base64url. */
export function storedSecrets(database: Database, now: () => number): ServiceSecrets {
  const find = (name: string) => sql`SELECT value FROM service_secrets WHERE name = ${name}`;
  return {
    async getOrCreate(name) {
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
const WRITE_PROBE = 'write-probe';

/** Reads all secrets of the service; skips the row of `probeWrite`. */
export const readSecrets = async (database: Database): Promise<StoredSecret[]> =>
  (await database.read(sql`SELECT * FROM service_secrets WHERE name <> ${WRITE_PROBE} ORDER BY name`)).map(
    ({ name, value, created_at }) => ({
      name: name as string,
      value: value as string,
      createdAt: created_at as number,
    }),
  );

/**
 * Adds missing secrets.
 * @returns whether the database now has these secrets; false if it keeps a different secret under one of the names
 */
export async function loadSecrets(database: Database, secrets: readonly StoredSecret[]): Promise<boolean> {
  const rows = secrets.map(({ name, value, createdAt }) => ({ n: name, v: value, t: createdAt }));
  await database.write(sql`
    INSERT INTO service_secrets (name, value, created_at)
    SELECT r.n, r.v, r.t FROM ${records({ n: 'TEXT', v: 'TEXT', t: 'BIGINT' }, rows)} WHERE true
    ON CONFLICT (name) DO NOTHING`);
  const kept = new Map((await readSecrets(database)).map(({ name, value }) => [name, value]));
  return secrets.every(({ name, value }) => kept.get(name) === value);
}

/** Durably writes a row of 16 KiB, about the size of a few records, so that the write fails if the disk is full. */
export async function probeWrite(database: Database, now: number): Promise<void> {
  await database.write(sql`
    INSERT INTO service_secrets (name, value, created_at)
    VALUES (${WRITE_PROBE}, ${`${now} `.padEnd(16_384, '.')}, ${now})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}
