import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { type BtcAccountTable, findSql, TOUCH_INTERVAL_MS } from './btc-account-table';
import { retrying, type Sql } from './postgres-connection';

/** The record of look-ups on Postgres. */
export function postgresBtcAccounts(sql: Sql): BtcAccountTable {
  return {
    upsert: (pairings, now) =>
      retrying(async () => {
        await sql.begin(async (transaction) => {
          // Work goes in as JSON: one parameter, no array types, and one order of rows, so that no two
          // transactions can wait for each other.
          const rows = JSON.stringify(rowsOf(pairings));
          const addresses = JSON.stringify(addressesOf(pairings));
          await transaction.unsafe(ADD_KEYS, [rows, now], { prepare: true });
          await transaction.unsafe(ADD_ADDRESSES, [addresses], { prepare: true });
          await transaction.unsafe(ADD_ACCOUNTS, [rows, now], { prepare: true });
          if (pairings.some(({ provenAddress }) => provenAddress !== undefined))
            await transaction.unsafe(ADD_PROVEN, [rows, now], { prepare: true });
        });
      }),
    touch: (touches) =>
      retrying(async () => {
        const rows = JSON.stringify(
          touches.map((t) => ({ k: t.publicKey, c: t.chainId, v: t.version, t: t.seenAt })),
        );
        await sql.unsafe(TOUCH, [rows], { prepare: true });
      }),
    find: (query) =>
      retrying(async () => {
        const { text, values } = findSql(query, (n) => `$${n}`);
        const rows = await sql.unsafe(text, values as string[], { prepare: true });
        return rows.map((row) => ({
          btcAddress: row.btc_address as string,
          chainId: Number(row.chain_id),
          version: row.version as string,
          aaAddress: row.account_address as string,
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
    for (const a of btcAddresses) rows.set(`${k}/${a}`, { k, a, r: 1 });
  return [...rows].sort(([x], [y]) => (x < y ? -1 : 1)).map(([, row]) => row);
}

const ROWS = 'jsonb_to_recordset(($1::text)::jsonb) AS r(k TEXT, c BIGINT, v TEXT, a TEXT, p TEXT)';

const ADD_KEYS = `
  INSERT INTO btc_keys (public_key, created_at)
  SELECT k, $2::bigint FROM (SELECT DISTINCT k FROM ${ROWS}) AS d ORDER BY k
  ON CONFLICT (public_key) DO NOTHING`;
const ADD_ADDRESSES = `
  INSERT INTO btc_addresses (key_id, address, recorded_always)
  SELECT b.id, r.a, r.r FROM jsonb_to_recordset(($1::text)::jsonb) AS r(k TEXT, a TEXT, r INTEGER)
  JOIN btc_keys b ON b.public_key = r.k ORDER BY b.id, r.a
  ON CONFLICT (key_id, address) DO NOTHING`;
const ADD_ACCOUNTS = `
  INSERT INTO btc_accounts AS old (key_id, chain_id, version, account_address, created_at, updated_at)
  SELECT DISTINCT b.id, r.c, r.v, r.a, $2::bigint, $2::bigint FROM ${ROWS}
  JOIN btc_keys b ON b.public_key = r.k ORDER BY b.id, r.c, r.v
  ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
  WHERE excluded.updated_at >= old.updated_at + ${TOUCH_INTERVAL_MS}`;
const ADD_PROVEN = `
  INSERT INTO btc_proven_addresses (key_id, chain_id, version, address, created_at)
  SELECT b.id, r.c, r.v, r.p, $2::bigint FROM ${ROWS}
  JOIN btc_keys b ON b.public_key = r.k WHERE r.p IS NOT NULL ORDER BY b.id, r.c, r.v, r.p
  ON CONFLICT (key_id, chain_id, version, address) DO NOTHING`;
const TOUCH = `
  UPDATE btc_accounts SET updated_at = r.t
  FROM jsonb_to_recordset(($1::text)::jsonb) AS r(k TEXT, c BIGINT, v TEXT, t BIGINT), btc_keys b
  WHERE b.public_key = r.k AND btc_accounts.key_id = b.id AND btc_accounts.chain_id = r.c
    AND btc_accounts.version = r.v AND btc_accounts.updated_at < r.t`;
