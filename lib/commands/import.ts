import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Tinypool } from 'tinypool';
import { readEnv } from '@/lib/server/env';
import { locationOf, openBulk } from '@/lib/store/open';
import { IMPORT_SETTINGS, importFile } from './import/import-file';
import { importKeys } from './import/keys';
import {
  type CommandEnv,
  type CommandIo,
  HELP_OPTION,
  runWhenMain,
  UsageError,
  userPath,
} from './terminal/io';

const USAGE = `Usage: npm run import -- FILE [--report REPORT] [--workers N]

Imports Bitcoin public keys with their accounts of both versions and their addresses.
FILE is CSV (public key, optional address, optional chain ids) or JSON lines
({"publicKey", "btcAddress", "chainIds"}).
A line without chain ids uses DEFAULT_EVM_CHAIN_ID; other lines may name any chain in EVM_CHAINS.
Lines that cannot be imported, or are longer than 64 KiB, go to REPORT (default FILE.report.csv) with their numbers and reasons.
A stopped or killed import resumes when run again.
`;

type Options = { file: string; report: string; workers: number };

/**
 * `npm run import`.
 * @returns exit code: 0 done, 130 interrupted
 * @throws UsageError, and Error with a clear message for an unusable file or store
 */
export async function main(argv: readonly string[], env: CommandEnv, io: CommandIo): Promise<number> {
  const options = readOptions(argv, env);
  if (options === 'help') {
    io.stdout.write(USAGE);
    return 0;
  }
  const { file, report, workers } = options;
  const settings = readEnv(env, IMPORT_SETTINGS);
  const size = sizeOf(file);
  const store = await openBulk(locationOf(settings));
  const pool =
    workers === 0
      ? undefined
      : new Tinypool({
          // The worker's bundle is next to this file's bundle.
          filename: new URL('./import.worker.js', import.meta.url).href,
          minThreads: workers,
          maxThreads: workers,
        });
  const work: typeof importKeys = pool ? (...job) => pool.run(job) : importKeys;
  // Two blocks per thread, so that no thread waits for the next block; 1 if the main thread does the work.
  const concurrency = 2 * workers + 1;
  try {
    return await importFile({ file, size, report, settings, store, work, concurrency }, io);
  } finally {
    await pool?.destroy();
    await store.close();
  }
}

function readOptions(argv: readonly string[], env: CommandEnv): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { ...HELP_OPTION, report: { type: 'string' }, workers: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.help) return 'help';
  const [path] = positionals;
  if (path === undefined || positionals.length > 1)
    throw new UsageError(`'import' takes one FILE, got ${positionals.length}`);
  const workers = Number(values.workers ?? availableParallelism());
  if (!Number.isInteger(workers) || workers < 0 || workers > 64)
    throw new UsageError('--workers must be a whole number from 0 to 64');
  const file = userPath(path, env);
  const report = values.report === undefined ? `${file}.report.csv` : userPath(values.report, env);
  return { file, report, workers };
}

function sizeOf(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new Error(`${file} is not a readable file`);
  return stat.size;
}

await runWhenMain(import.meta.url, main, USAGE);
