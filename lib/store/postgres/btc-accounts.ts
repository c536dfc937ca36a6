import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import {
  type BtcAccountTable,
  findSpendsSql,
  findSql,
  storedSpend,
  TOUCH_INTERVAL_MS,
} from '@/lib/store/btc-account-table';
import type { PostgresConnections } from './connections';

/** The record of look-ups on Postgres. */
export function postgresBtcAccounts(database: PostgresConnections): BtcAccountTable {
  return {
    upsert: (pairings, now) =>
      database.write(async (sql) => {
        const keys = new Set(pairings.map(({ publicKey }) => publicKey)).size;
        // Work goes in as JSON: one parameter, no array types, and one order of rows, so that no two
        // statements wait for each other.
        const values = [
          JSON.stringify(rowsOf(pairings)),
          JSON.stringify(addressesOf(pairings)),
          now,
          JSON.stringify(spendsOf(pairings)),
        ];
        for (let attempt = 0; attempt < 5; attempt++) {
          const [done] = await sql.unsafe(UPSERT, values, { prepare: true });
          if (Number(done?.keys) === keys) return;
          // Another instance added one of the keys since this statement began: the next one sees it.
        }
        throw new Error('Keys are added and taken away at the same time');
      }),
    touch: (touches) =>
      database.write(async (sql) => {
        const rows = JSON.stringify(
          touches.map((t) => ({ k: t.publicKey, c: t.chainId, v: t.version, t: t.seenAt })),
        );
        await sql.unsafe(TOUCH, [rows], { prepare: true });
      }),
    findSpends: (btcAddress) =>
      database.read(async (sql) => {
        const rows = await sql.unsafe(findSpendsSql('$1'), [btcAddress], { prepare: true });
        return rows.map(storedSpend);
      }),
    find: (query) =>
      database.read(async (sql) => {
        const { text, values } = findSql(query, (n) => `$${n}`);
        const rows = await sql.unsafe(text, values as string[], { prepare: true });
        return rows.map((row) => ({
          btcAddress: row.btc_address as string,
          chainId: Number(row.chain_id),
          version: row.version as string,
          smartAccountAddress: row.account_address as string,
          publicKey: row.public_key as string,
          createdAt: Number(row.created_at),
          updatedAt: Number(row.updated_at),
        }));
      }),
  };
}

type Row = { k: string; c: number; v: string; a: string; p: string | null };

/** One row for each pairing, in one order everywhere; the last of two alike wins its proven address. */
function rowsOf(pairings: readonly BtcAccountPairing[]): Row[] {
  const rows = new Map<string, Row>();
  for (const {
    publicKey: k,
    chainId: c,
    version: v,
    smartAccountAddress: a,
    provenAddress: p = null,
  } of pairings)
    rows.set(`${k}/${String(c).padStart(16, '0')}/${v}/${p ?? ''}`, { k, c, v, a, p });
  return [...rows].sort(([x], [y]) => (x < y ? -1 : 1)).map(([, row]) => row);
}

function addressesOf(pairings: readonly BtcAccountPairing[]): { k: string; a: string; r: 0 | 1 }[] {
  const rows = new Map<string, { k: string; a: string; r: 0 | 1 }>();
  for (const { publicKey: k, provenAddress } of pairings)
    if (provenAddress !== undefined) rows.set(`${k}/${provenAddress}`, { k, a: provenAddress, r: 0 });
  for (const { publicKey: k, btcAddresses } of pairings)
    for (const a of btcAddresses()) rows.set(`${k}/${a}`, { k, a, r: 1 });
  return [...rows].sort(([x], [y]) => (x < y ? -1 : 1)).map(([, row]) => row);
}

type SpendRow = { k: string; a: string; x: string; s: string };

function spendsOf(pairings: readonly BtcAccountPairing[]): SpendRow[] {
  const rows = new Map<string, SpendRow>();
  for (const { publicKey: k, spend } of pairings)
    if (spend !== undefined)
      rows.set(`${k}/${spend.btcAddress}`, { k, a: spend.btcAddress, x: spend.txid, s: spend.server });
  return [...rows].sort(([x], [y]) => (x < y ? -1 : 1)).map(([, row]) => row);
}

/**
 * One statement is one transaction: one round trip, and nothing to roll back when the connection is cut in the
 * middle. `ids` are the keys added here and those that were there when it began; the answer is their number.
 */
const UPSERT = `
  WITH given AS (
    SELECT * FROM jsonb_to_recordset(($1::text)::jsonb) AS r(k TEXT, c BIGINT, v TEXT, a TEXT, p TEXT)
  ), added AS (
    INSERT INTO btc_keys (public_key, created_at)
    SELECT DISTINCT k, $3::bigint FROM given ORDER BY k
    ON CONFLICT (public_key) DO NOTHING RETURNING id, public_key
  ), ids AS (
    SELECT id, public_key FROM added
    UNION ALL
    SELECT b.id, b.public_key FROM (SELECT DISTINCT k FROM given) AS d JOIN btc_keys b ON b.public_key = d.k
  ), addresses AS (
    INSERT INTO btc_addresses (key_id, address, recorded_always)
    SELECT ids.id, r.a, r.r FROM jsonb_to_recordset(($2::text)::jsonb) AS r(k TEXT, a TEXT, r INTEGER)
    JOIN ids ON ids.public_key = r.k ORDER BY ids.id, r.a
    ON CONFLICT (key_id, address) DO NOTHING
  ), accounts AS (
    INSERT INTO btc_accounts AS old (key_id, chain_id, version, account_address, created_at, updated_at)
    SELECT DISTINCT ids.id, g.c, g.v, g.a, $3::bigint, $3::bigint FROM given g
    JOIN ids ON ids.public_key = g.k ORDER BY ids.id, g.c, g.v
    ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
    WHERE excluded.updated_at >= old.updated_at + ${TOUCH_INTERVAL_MS}
  ), proven AS (
    INSERT INTO btc_proven_addresses (key_id, chain_id, version, address, created_at)
    SELECT ids.id, g.c, g.v, g.p, $3::bigint FROM given g
    JOIN ids ON ids.public_key = g.k WHERE g.p IS NOT NULL ORDER BY ids.id, g.c, g.v, g.p
    ON CONFLICT (key_id, chain_id, version, address) DO NOTHING
  ), spends AS (
    INSERT INTO btc_spends (key_id, address, txid, server, created_at)
    SELECT ids.id, r.a, r.x, r.s, $3::bigint
    FROM jsonb_to_recordset(($4::text)::jsonb) AS r(k TEXT, a TEXT, x TEXT, s TEXT)
    JOIN ids ON ids.public_key = r.k ORDER BY ids.id, r.a
    ON CONFLICT (key_id, address) DO NOTHING
  )
  SELECT count(*) AS keys FROM ids`;
const TOUCH = `
  UPDATE btc_accounts SET updated_at = r.t
  FROM jsonb_to_recordset(($1::text)::jsonb) AS r(k TEXT, c BIGINT, v TEXT, t BIGINT), btc_keys b
  WHERE b.public_key = r.k AND btc_accounts.key_id = b.id AND btc_accounts.chain_id = r.c
    AND btc_accounts.version = r.v AND btc_accounts.updated_at < r.t`;
