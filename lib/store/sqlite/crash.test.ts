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
const LOOK_UPS = 1000;

/** Starts a process that records, kills it somewhere in the middle, and gives the numbers that it had answered. */
function answeredBeforeKill(first: number): Promise<number[]> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', SCRIPT, folder, String(first), String(LOOK_UPS)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const killAfter = 1 + Math.floor(Math.random() * LOOK_UPS * 0.6);
  let text = '';
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.split('\n').length > killAfter) child.kill('SIGKILL');
    });
    child.once('close', () => resolve(text.split('\n').slice(0, -1).map(Number)));
  });
}

it('a process killed in the middle of its records loses none that it answered, 20 times over', async () => {
  const answered: number[] = [];
  let killed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const numbers = await answeredBeforeKill(round * LOOK_UPS);
    answered.push(...numbers);
    if (numbers.length < LOOK_UPS) killed += 1;
  }
  expect(killed).toBeGreaterThan(ROUNDS / 2);
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
}, 120_000);
