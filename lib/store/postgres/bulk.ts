import type { BulkKey, BulkStore } from '@/lib/store/bulk';
import { loadProjects, loadRetiredKeys, readProjects, readRetiredKeys } from '@/lib/store/queries/projects';
import { loadUsage, readUsageAfter } from '@/lib/store/queries/usage';
import { bulkKeyOf, byKey } from '@/lib/store/rows/bulk-rows';
import { retrying } from './connection';
import { PostgresConnections } from './connections';
import { postgresDatabase } from './database';
import { preparePostgres } from './store';

/** Longest time for a batch, retries included. */
const BATCH_MS = 60_000;

/**
 * A Postgres store for work in bulk.
 * @throws Error that names DATABASE_URL
 */
export async function openPostgresBulk(databaseUrl: string): Promise<BulkStore> {
  const connect = await preparePostgres(databaseUrl, { max: 2 });
  const sql = connect();
  const database = postgresDatabase(
    new PostgresConnections(connect, { readMs: BATCH_MS, writeMs: BATCH_MS }),
  );
  return {
    engine: 'postgres',
    load: (keys, copy) =>
      retrying(
        () =>
          sql.begin(async (transaction) => {
            const ask = (text: string, rows: unknown) =>
              transaction.unsafe(text, [JSON.stringify(rows)], { prepare: true });
            const ordered = [...keys].sort((a, b) => (a.publicKey < b.publicKey ? -1 : 1));
            const [added] = await ask(
              ADD_KEYS,
              ordered.map((k) => ({ k: k.publicKey, t: k.createdAt })),
            );
            await ask(ADD_ADDRESSES, addressRows(ordered));
            await ask(ADD_ACCOUNTS, accountRows(ordered));
            const proven = provenRows(ordered);
            if (proven.length > 0) await ask(ADD_PROVEN, proven);
            const spends = spendRows(ordered);
            if (spends.length > 0) await ask(ADD_SPENDS, spends);
            if (copy)
              await transaction`
              INSERT INTO store_copies (source, position) VALUES (${copy.source}, ${copy.position})
              ON CONFLICT (source) DO UPDATE SET position = excluded.position`;
            return Number(added?.count ?? 0);
          }),
        BATCH_MS,
      ),
    read: async (after, limit) => {
      const found = await sql`SELECT * FROM btc_keys WHERE id > ${after} ORDER BY id LIMIT ${limit}`;
      const position = Number(found.at(-1)?.id ?? after);
      const parts = {
        addresses: byKey(
          await sql`SELECT * FROM btc_addresses WHERE key_id > ${after} AND key_id <= ${position}`,
        ),
        accounts: byKey(
          await sql`SELECT * FROM btc_accounts WHERE key_id > ${after} AND key_id <= ${position}`,
        ),
        proven: byKey(
          await sql`SELECT * FROM btc_proven_addresses WHERE key_id > ${after} AND key_id <= ${position}`,
        ),
        spends: byKey(await sql`SELECT * FROM btc_spends WHERE key_id > ${after} AND key_id <= ${position}`),
      };
      return { keys: found.map((row) => bulkKeyOf(row, parts)), position };
    },
    countKeys: async () => Number((await sql`SELECT count(*) AS count FROM btc_keys`)[0]?.count),
    positionOf: async (source) =>
      Number((await sql`SELECT position FROM store_copies WHERE source = ${source}`)[0]?.position ?? 0),
    forgetPosition: async (source) => void (await sql`DELETE FROM store_copies WHERE source = ${source}`),
    readProjects: () => readProjects(database),
    loadProjects: (projects) => loadProjects(database, projects),
    readRetiredKeys: () => readRetiredKeys(database),
    loadRetiredKeys: (keys) => loadRetiredKeys(database, keys),
    readUsage: (afterDay) => readUsageAfter(database, afterDay),
    loadUsage: (rows) => loadUsage(database, rows),
    async finish() {
      // Autovacuum would come to it in a minute or so; until then an empty table's plans read whole tables.
      for (const table of ['btc_keys', 'btc_addresses', 'btc_accounts', 'btc_proven_addresses'])
        await sql.unsafe(`ANALYZE ${table}`);
    },
    async close() {
      await database.close();
      await sql.end({ timeout: 5 });
    },
  };
}

const addressRows = (keys: readonly BulkKey[]) =>
  keys.flatMap((k) => [
    ...k.addresses.map((a) => ({ k: k.publicKey, a, r: 1 })),
    ...[...new Set(k.proven.map((p) => p.address))].map((a) => ({ k: k.publicKey, a, r: 0 })),
  ]);
const accountRows = (keys: readonly BulkKey[]) =>
  keys.flatMap((k) =>
    k.accounts.map((a) => ({
      k: k.publicKey,
      c: a.chainId,
      v: a.version,
      a: a.accountAddress,
      t: a.createdAt,
      u: a.updatedAt,
    })),
  );
const provenRows = (keys: readonly BulkKey[]) =>
  keys.flatMap((k) =>
    k.proven.map((p) => ({ k: k.publicKey, c: p.chainId, v: p.version, a: p.address, t: p.createdAt })),
  );

const spendRows = (keys: readonly BulkKey[]) =>
  keys.flatMap((k) =>
    k.spends.map((s) => ({ k: k.publicKey, a: s.address, x: s.txid, s: s.server, t: s.createdAt })),
  );

const rows = (columns: string) => `jsonb_to_recordset(($1::text)::jsonb) AS r(${columns})`;

const ADD_KEYS = `
  WITH added AS (
    INSERT INTO btc_keys (public_key, created_at)
    SELECT k, min(t) FROM ${rows('k TEXT, t BIGINT')} GROUP BY k ORDER BY k
    ON CONFLICT (public_key) DO NOTHING RETURNING id
  ) SELECT count(*) AS count FROM added`;
const ADD_ADDRESSES = `
  INSERT INTO btc_addresses (key_id, address, recorded_always)
  SELECT b.id, r.a, r.r FROM ${rows('k TEXT, a TEXT, r INTEGER')}
  JOIN btc_keys b ON b.public_key = r.k ORDER BY b.id, r.a
  ON CONFLICT (key_id, address) DO NOTHING`;
const ADD_ACCOUNTS = `
  INSERT INTO btc_accounts AS old (key_id, chain_id, version, account_address, created_at, updated_at)
  SELECT b.id, r.c, r.v, min(r.a), min(r.t), max(r.u)
  FROM ${rows('k TEXT, c BIGINT, v TEXT, a TEXT, t BIGINT, u BIGINT')}
  JOIN btc_keys b ON b.public_key = r.k GROUP BY b.id, r.c, r.v ORDER BY b.id, r.c, r.v
  ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
  WHERE excluded.updated_at > old.updated_at`;
const ADD_PROVEN = `
  INSERT INTO btc_proven_addresses (key_id, chain_id, version, address, created_at)
  SELECT b.id, r.c, r.v, r.a, min(r.t) FROM ${rows('k TEXT, c BIGINT, v TEXT, a TEXT, t BIGINT')}
  JOIN btc_keys b ON b.public_key = r.k GROUP BY b.id, r.c, r.v, r.a ORDER BY b.id, r.c, r.v, r.a
  ON CONFLICT (key_id, chain_id, version, address) DO NOTHING`;
const ADD_SPENDS = `
  INSERT INTO btc_spends (key_id, address, txid, server, created_at)
  SELECT b.id, r.a, r.x, r.s, r.t FROM ${rows('k TEXT, a TEXT, x TEXT, s TEXT, t BIGINT')}
  JOIN btc_keys b ON b.public_key = r.k ORDER BY b.id, r.a
  ON CONFLICT (key_id, address) DO NOTHING`;
