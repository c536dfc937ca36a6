/**
 * `npm run bench:btc [-- --keys 1000000]`: measures how fast BTC accounts are calculated, imported and looked up. A
 * million keys need about 4 GB in the temporary folder and take a few minutes.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { uncompressedKey } from '@/lib/bitcoin/uncompressed-key';
import { calculateKeyAccounts } from '@/lib/btc-account/derive-account';
import { openStore } from '@/lib/store/open';
import { startTestPostgres } from '@/lib/testing/servers/postgres';
import { benchRow } from './bench-row';
import { compareLookUps, type KeyStore } from './reverse-look-ups';

type Line = [what: string, figure: string, asked: string];

const { values } = parseArgs({ options: { keys: { type: 'string', default: '1000000' } } });
const LARGE = Number(values.keys);
const SMALL = Math.min(10_000, LARGE);
const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
const lines: Line[] = [];
const say = (line: Line) => {
  lines.push(line);
  console.error(line.join(' | '));
};
const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1000);
const shown = (n: number) => n.toLocaleString('en');

/** Creates a random public key without a private key: 20,000 a second, compared with 3,000 key pairs a second. */
function randomKey(): string {
  for (;;) {
    const bytes = randomBytes(33);
    bytes[0] = 2 + ((bytes[0] ?? 0) & 1);
    try {
      uncompressedKey(bytes);
      return bytes.toString('hex');
    } catch {} // For half of all X coordinates, there is no point on the curve.
  }
}

/** Writes `count` random keys to a file. Returns every `step`-th key. */
async function writeKeys(path: string, count: number, step: number): Promise<string[]> {
  const out = createWriteStream(path);
  const sample: string[] = [];
  for (let i = 0; i < count; i++) {
    const key = randomKey();
    if (i % step === 0) sample.push(key);
    if (!out.write(`${key}\n`)) await new Promise((resolve) => out.once('drain', () => resolve(undefined)));
  }
  await new Promise<void>((resolve) => out.end(() => resolve()));
  return sample;
}

async function benchDerivation(keys: readonly string[]): Promise<void> {
  const best = (work: () => number) => Math.max(work(), work(), work());
  const cold = best(() => {
    const started = performance.now();
    for (const key of keys) calculateKeyAccounts(uncompressedKey(key));
    return perSecond(keys.length, performance.now() - started);
  });
  say(['key → owner and accounts of both versions, cold, one core', `${shown(cold)}/s`, '≥ 8,000/s']);
}

async function importInto(env: Record<string, string>, file: string): Promise<number> {
  const started = performance.now();
  const command = spawn(process.execPath, ['dist/import.js', file], {
    env: env as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(command, 'exit');
  if (code !== 0) throw new Error(`The import failed with exit code ${code}`);
  return performance.now() - started;
}

/** Checks whether a figure meets a limit such as “≥ 8,000/s” or “≤ 1.5”. */
function keeps(measured: string, asked: string): boolean {
  const figure = (text: string) => Number(/[\d.,]+/.exec(text)?.[0].replaceAll(',', ''));
  return asked.startsWith('≥') ? figure(measured) >= figure(asked) : figure(measured) <= figure(asked);
}

async function benchEngine(
  name: string,
  env: { small: Record<string, string>; large: Record<string, string> },
  files: { small: string; large: string },
  keys: { small: string[]; large: string[] },
  asked: string,
): Promise<void> {
  await importInto(env.small, files.small);
  const ms = await importInto(env.large, files.large);
  say([`import of ${shown(LARGE)} keys, ${name}`, `${shown(perSecond(LARGE, ms))} keys/s`, asked]);
  const open = async (size: 'small' | 'large'): Promise<KeyStore> => {
    const { DATABASE_URL, DATA_DIR = '' } = env[size];
    const store = await openStore({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
    return { store, keys: keys[size], file: DATA_DIR === '' ? undefined : join(DATA_DIR, 'satchel.db') };
  };
  const stores = { small: await open('small'), large: await open('large') };
  try {
    const { small, large } = await compareLookUps(stores);
    const text = ({ p50, p99 }: typeof small) => `p50 ${Math.round(p50)} µs, p99 ${Math.round(p99)} µs`;
    say([`reverse lookup, ${name}, ${shown(SMALL)} keys`, text(small), '']);
    say([`reverse lookup, ${name}, ${shown(LARGE)} keys`, text(large), '']);
    say([`reverse lookup, ${name}, ratio of the p99`, (large.p99 / small.p99).toFixed(2), '≤ 1.5']);
  } finally {
    await stores.small.store.close();
    await stores.large.store.close();
  }
}

try {
  const files = { small: join(folder, 'small.csv'), large: join(folder, 'large.csv') };
  console.error('Making keys');
  const keys = {
    small: await writeKeys(files.small, SMALL, Math.max(1, SMALL / 10_000)),
    large: await writeKeys(files.large, LARGE, Math.max(1, Math.floor(LARGE / 10_000))),
  };
  await benchDerivation(keys.small);
  const embedded = { small: { DATA_DIR: join(folder, 'small') }, large: { DATA_DIR: join(folder, 'large') } };
  await benchEngine('embedded file', embedded, files, keys, '≥ 3,500 keys/s');
  rmSync(embedded.large.DATA_DIR, { recursive: true });
  const server = await startTestPostgres({ durable: true });
  try {
    const databases = {
      small: { DATABASE_URL: await server.createDatabase() },
      large: { DATABASE_URL: await server.createDatabase() },
    };
    await benchEngine(server.description, databases, files, keys, '');
  } finally {
    await server.stop();
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, ${machine}\n\n| what | measured | asked |\n|---|---|---|`,
  );
  for (const line of lines) {
    console.log(`| ${line.join(' | ')} |`);
    const [what = '', measured = '', limit = ''] = line;
    if (limit !== '')
      benchRow({ what, satchel: measured, against: '', ratio: '', limit, met: keeps(measured, limit) });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
