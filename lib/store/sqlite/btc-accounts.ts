import {
  type BtcAccountTable,
  findSpendsSql,
  findSql,
  storedSpend,
  TOUCH_INTERVAL_MS,
} from '@/lib/store/btc-account-table';
import type { SqliteConnection } from './connection';

const KEY_ID = 'SELECT id FROM btc_keys WHERE public_key = ?';
const ADD_KEY = 'INSERT INTO btc_keys (public_key, created_at) VALUES (?, ?)';
const ADD_ADDRESS =
  'INSERT INTO btc_addresses (key_id, address, recorded_always) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
const ADD_ACCOUNT = `
  INSERT INTO btc_accounts (key_id, chain_id, version, account_address, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (key_id, chain_id, version) DO UPDATE SET updated_at = excluded.updated_at
  WHERE excluded.updated_at >= updated_at + ${TOUCH_INTERVAL_MS}`;
const ADD_PROVEN = `
  INSERT INTO btc_proven_addresses (key_id, chain_id, version, address, created_at)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const ADD_SPEND = `
  INSERT INTO btc_spends (key_id, address, txid, server, created_at)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const TOUCH = `
  UPDATE btc_accounts SET updated_at = max(updated_at, ?)
  WHERE key_id = (${KEY_ID}) AND chain_id = ? AND version = ?`;

/** The record of look-ups in the embedded file. */
export function sqliteBtcAccounts(connection: SqliteConnection): BtcAccountTable {
  const idOf = (publicKey: string) => connection.all(KEY_ID, publicKey)[0]?.id as number | undefined;

  function addKey(publicKey: string, addresses: readonly string[], now: number): number {
    let id = idOf(publicKey);
    if (id !== undefined) return id;
    connection.run(ADD_KEY, publicKey, now);
    id = idOf(publicKey) as number;
    for (const address of addresses) connection.run(ADD_ADDRESS, id, address, 1);
    return id;
  }

  return {
    upsert: (pairings, now) =>
      connection.transaction(() => {
        for (const {
          publicKey,
          chainId,
          version,
          smartAccountAddress,
          btcAddresses,
          provenAddress,
          spend,
        } of pairings) {
          const id = addKey(publicKey, btcAddresses(), now);
          connection.run(ADD_ACCOUNT, id, chainId, version, smartAccountAddress, now, now);
          if (spend !== undefined)
            connection.run(ADD_SPEND, id, spend.btcAddress, spend.txid, spend.server, now);
          if (provenAddress === undefined) continue;
          connection.run(ADD_ADDRESS, id, provenAddress, 0);
          connection.run(ADD_PROVEN, id, chainId, version, provenAddress, now);
        }
      }),
    touch: (touches) =>
      connection.transaction(() => {
        for (const { publicKey, chainId, version, seenAt } of touches)
          connection.run(TOUCH, seenAt, publicKey, chainId, version);
      }),
    findSpends: async (btcAddress) => connection.all(findSpendsSql('?'), btcAddress).map(storedSpend),
    async find(query) {
      const { text, values } = findSql(query, () => '?');
      return connection.all(text, ...values).map((row) => ({
        btcAddress: row.btc_address as string,
        chainId: row.chain_id as number,
        version: row.version as string,
        smartAccountAddress: row.account_address as string,
        publicKey: row.public_key as string,
        createdAt: row.created_at as number,
        updatedAt: row.updated_at as number,
      }));
    },
  };
}
