/**
 * The embedded store's schema, one entry for each version of it, applied in order and never changed afterwards.
 * Embedded as text so that it travels with every bundle. Times are ms since 1970.
 */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE projects (
    project_id TEXT PRIMARY KEY,
    key_hash TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) WITHOUT ROWID;

  CREATE TABLE btc_keys (
    id INTEGER PRIMARY KEY,
    public_key TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  );

  -- Not unique by address: the keys 02‹x› and 03‹x› share their taproot address.
  CREATE TABLE btc_addresses (
    key_id INTEGER NOT NULL REFERENCES btc_keys (id),
    address TEXT NOT NULL,
    recorded_always INTEGER NOT NULL,
    PRIMARY KEY (key_id, address)
  ) WITHOUT ROWID;
  CREATE INDEX btc_addresses_by_address ON btc_addresses (address);

  CREATE TABLE btc_accounts (
    key_id INTEGER NOT NULL REFERENCES btc_keys (id),
    chain_id INTEGER NOT NULL,
    version TEXT NOT NULL,
    account_address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, chain_id, version)
  ) WITHOUT ROWID;
  CREATE INDEX btc_accounts_by_address ON btc_accounts (account_address);

  CREATE TABLE btc_proven_addresses (
    key_id INTEGER NOT NULL,
    chain_id INTEGER NOT NULL,
    version TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, chain_id, version, address)
  ) WITHOUT ROWID;

  -- Copies from other stores that are under way.
  CREATE TABLE store_copies (
    source TEXT PRIMARY KEY,
    position INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
];

/**
 * Tables that were added since, made at each open where they are missing. They leave the version as it is: an older
 * Satchel, which refuses a newer version, can go on using the file and open it again during an upgrade.
 */
export const SQLITE_ADDITIONS = `
  -- Random secrets of the service itself.
  CREATE TABLE IF NOT EXISTS service_secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- Keys that a project had before its present one.
  CREATE TABLE IF NOT EXISTS project_keys_retired (
    project_id TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    retired_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, key_hash)
  ) WITHOUT ROWID;

  -- Transactions that showed a key, by the address that it was looked for by.
  CREATE TABLE IF NOT EXISTS btc_spends (
    key_id INTEGER NOT NULL,
    address TEXT NOT NULL,
    txid TEXT NOT NULL,
    server TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, address)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS btc_spends_by_address ON btc_spends (address);

  -- What a key is bound to. It counts only while key_hash is the project's key, whoever replaces that.
  CREATE TABLE IF NOT EXISTS project_key_terms (
    project_id TEXT PRIMARY KEY,
    key_hash TEXT NOT NULL,
    expires_at INTEGER,
    previous_hash TEXT,
    previous_until INTEGER
  ) WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS project_settings (
    project_id TEXT PRIMARY KEY,
    units_per_second INTEGER,
    methods TEXT
  ) WITHOUT ROWID;

  -- Days since 1970, UTC. By day first: old days are forgotten together.
  CREATE TABLE IF NOT EXISTS project_usage (
    day INTEGER NOT NULL,
    project_id TEXT NOT NULL,
    method TEXT NOT NULL,
    calls INTEGER NOT NULL,
    units INTEGER NOT NULL,
    PRIMARY KEY (day, project_id, method)
  ) WITHOUT ROWID;

  -- The last batch that each process added to project_usage: none is added twice.
  CREATE TABLE IF NOT EXISTS project_usage_writers (
    writer TEXT PRIMARY KEY,
    last INTEGER NOT NULL,
    written_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`;
