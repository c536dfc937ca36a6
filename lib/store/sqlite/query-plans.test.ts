import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BtcAccountPairing } from '@/lib/btc-account/btc-account-store';
import { type Database, Statement, type Work } from '@/lib/store/database';
import { findRecords, findSpends, recordPairings, touchAccounts } from '@/lib/store/queries/btc-accounts';
import { openSqliteDatabase } from './database';

// A query that scans a table blocks the process for seconds once the store has a million keys.

const PAIRING: BtcAccountPairing = {
  publicKey: `02${'a1'.repeat(32)}`,
  chainId: 1,
  version: '2.0.0',
  smartAccountAddress: `0x${'1'.repeat(40)}`,
  btcAddresses: () => ['bc1qexample'],
  provenAddress: '1Example',
  spend: { btcAddress: 'bc1qexample', txid: 'ab'.repeat(32), server: 'esplora' },
};

const QUERIES: Record<string, (database: Database) => Promise<unknown>> = {
  'recording pairings': (database) => recordPairings(database, [PAIRING], 1),
  'updating the times of accounts': (database) => touchAccounts(database, [{ ...PAIRING, seenAt: 2 }]),
  'finding records by Bitcoin address': (database) => findRecords(database, { btcAddress: 'bc1qexample' }),
  'finding records by account': (database) =>
    findRecords(database, { smartAccountAddress: PAIRING.smartAccountAddress, chainId: 1 }),
  'finding spends': (database) => findSpends(database, 'bc1qexample'),
};

describe('query plans', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-plans-'));
  let database: Database;
  beforeAll(async () => {
    database = await openSqliteDatabase(join(folder, 'satchel.db'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Wraps the database so that it collects the plan of each statement before it runs the statement. */
  function planned(plan: string[]): Database {
    const explained = (statement: Statement) => new Statement(['EXPLAIN QUERY PLAN ', ...statement.pieces]);
    const collect = (rows: { detail?: unknown }[]) => plan.push(...rows.map(({ detail }) => String(detail)));
    return {
      ...database,
      read: async (statement) => {
        collect(await database.read(explained(statement)));
        return database.read(statement);
      },
      write: async (statement) => {
        collect(await database.read(explained(statement)));
        return database.write(statement);
      },
      transaction: <T>(work: () => Work<T>) =>
        database.transaction(function* () {
          const steps = work();
          let step = steps.next();
          while (!step.done) {
            collect(yield explained(step.value));
            step = steps.next(yield step.value);
          }
          return step.value;
        }),
    };
  }

  it.each(Object.entries(QUERIES))('%s finds all rows by an index', async (_name, query) => {
    const plan: string[] = [];
    await query(planned(plan));
    expect(plan).not.toEqual([]);
    // The only scans are of the rows passed to the statement (`json_each`, `r`), and of rows that were already found.
    expect(plan.filter((line) => /^SCAN (?!json_each|r\b|CONSTANT)/.test(line))).toEqual([]);
  });
});
