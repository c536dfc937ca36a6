import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { openSqlite } from './connection';
import { openSqliteStore } from './store';

const folder = mkdtempSync(join(tmpdir(), 'satchel-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT = fileURLToPath(new URL('../../testing/record-until-killed.ts', import.meta.url));
const ROUNDS = 20;
/** The numbers of a round: more than any round comes to. */
const LOOK_UPS = 1_000_000;

/** Starts a process that records, kills it somewhere in the middle, and gives the numbers that it had answered. */
function answeredBeforeKill(first: number): Promise<number[]> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', SCRIPT, folder, String(first), String(LOOK_UPS)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const killAfter = 1 + Math.floor(Math.random() * 600);
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.split('\n').length > killAfter) child.kill('SIGKILL');
    });
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(text.split('\n').slice(0, -1).map(Number));
      else reject(new Error(`ended by itself with ${code}`));
    });
  });
}

it('a process killed in the middle of its records loses none that it answered, 20 times over', async () => {
  const answered: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const numbers = await answeredBeforeKill(round * LOOK_UPS);
    expect(numbers.length).toBeGreaterThan(0);
    answered.push(...numbers);
  }
  const store = await openSqliteStore(folder);
  for (const n of answered) {
    const rows = await store.btcAccounts.find({ smartAccountAddress: `0x${n}` });
    expect(rows.map(({ btcAddress }) => btcAddress)).toEqual([`1${n}`, `3${n}`, `bc1p${n}`, `bc1q${n}`]);
  }
  await store.close();
  const connection = openSqlite(join(folder, 'satchel.db'));
  expect(connection.all('PRAGMA integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
  const [counts] = connection.all(
    'SELECT count(*) AS rows, count(DISTINCT public_key) AS keys FROM btc_keys',
  );
  expect(counts?.rows).toBe(counts?.keys);
  connection.close();
}, 300_000);
