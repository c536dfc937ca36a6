/** The schema SQL that differs between engines. */
export type SchemaDialect = {
  /** SQL type of an automatically assigned row id. */
  rowId: string;
  /** SQL at the end of the definition of a table without a row id. */
  tableEnd: string;
};

/**
 * Returns the statements of each schema version, to be applied in order. Released versions must never change. A release
 * of Satchel refuses stores with a later schema version than its own. The statements avoid features that distributed
 * Postgres-compatible databases lack: shared sequences, triggers, special types. Times are ms since 1970. SQLite treats
 * BIGINT as INTEGER.
 */
export const migrations = ({ rowId, tableEnd }: SchemaDialect): readonly (readonly string[])[] => [
  [
    `CREATE TABLE IF NOT EXISTS projects (
      project_id TEXT PRIMARY KEY,
      key_hash TEXT NOT NULL,
      name TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      revoked_at BIGINT
    ) ${tableEnd}`,
    `CREATE TABLE IF NOT EXISTS btc_keys (
      id ${rowId},
      public_key TEXT NOT NULL UNIQUE,
      created_at BIGINT NOT NULL
    )`,
    // Not unique by address: the keys 02‹x› and 03‹x› have the same taproot address.
    `CREATE TABLE IF NOT EXISTS btc_addresses (
      key_id BIGINT NOT NULL REFERENCES btc_keys (id),
      address TEXT NOT NULL,
      recorded_always INTEGER NOT NULL,
      PRIMARY KEY (key_id, address)
    ) ${tableEnd}`,
    'CREATE INDEX IF NOT EXISTS btc_addresses_by_address ON btc_addresses (address)',
    `CREATE TABLE IF NOT EXISTS btc_accounts (
      key_id BIGINT NOT NULL REFERENCES btc_keys (id),
      chain_id BIGINT NOT NULL,
      version TEXT NOT NULL,
      account_address TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (key_id, chain_id, version)
    ) ${tableEnd}`,
    'CREATE INDEX IF NOT EXISTS btc_accounts_by_address ON btc_accounts (account_address)',
    `CREATE TABLE IF NOT EXISTS btc_proven_addresses (
      key_id BIGINT NOT NULL,
      chain_id BIGINT NOT NULL,
      version TEXT NOT NULL,
      address TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (key_id, chain_id, version, address)
    ) ${tableEnd}`,
  ],
  [
    // Random secrets of the service.
    `CREATE TABLE IF NOT EXISTS service_secrets (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      created_at BIGINT NOT NULL
    ) ${tableEnd}`,
    // Former keys of projects.
    `CREATE TABLE IF NOT EXISTS project_keys_retired (
      project_id TEXT NOT NULL,
      key_hash TEXT NOT NULL,
      retired_at BIGINT NOT NULL,
      PRIMARY KEY (project_id, key_hash)
    ) ${tableEnd}`,
    // Transactions that revealed a key, by the address that they spend from.
    `CREATE TABLE IF NOT EXISTS btc_spends (
      key_id BIGINT NOT NULL,
      address TEXT NOT NULL,
      txid TEXT NOT NULL,
      server TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (key_id, address)
    ) ${tableEnd}`,
    'CREATE INDEX IF NOT EXISTS btc_spends_by_address ON btc_spends (address)',
    // Expiry of keys. A row applies only while key_hash is the project's current key.
    `CREATE TABLE IF NOT EXISTS project_key_terms (
      project_id TEXT PRIMARY KEY,
      key_hash TEXT NOT NULL,
      expires_at BIGINT,
      previous_hash TEXT,
      previous_until BIGINT
    ) ${tableEnd}`,
    `CREATE TABLE IF NOT EXISTS project_settings (
      project_id TEXT PRIMARY KEY,
      units_per_second BIGINT,
      methods TEXT
    ) ${tableEnd}`,
    // Usage per day (days since 1970, UTC). The day is first in the primary key, so that deleting old days is fast.
    `CREATE TABLE IF NOT EXISTS project_usage (
      day BIGINT NOT NULL,
      project_id TEXT NOT NULL,
      method TEXT NOT NULL,
      calls BIGINT NOT NULL,
      units BIGINT NOT NULL,
      PRIMARY KEY (day, project_id, method)
    ) ${tableEnd}`,
    // The last batch that each process added to project_usage, so that a retried batch is not added twice.
    `CREATE TABLE IF NOT EXISTS project_usage_writers (
      writer TEXT PRIMARY KEY,
      last BIGINT NOT NULL,
      written_at BIGINT NOT NULL
    ) ${tableEnd}`,
  ],
];
