import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Env, readEnv } from '@/lib/server/env';
import { servedEvmChains } from '@/lib/server/env/served-chains';
import type { BulkKey, BulkStore } from '@/lib/store/bulk';
import { openBulk, placeOf } from '@/lib/store/open-bulk';
import type { ImportJob, ImportNote, ImportResult } from './import/keys';
import { type LineBlock, lineBlocks } from './import/line-blocks';
import { detectFormat, type LineFormat } from './import/lines';
import { importPool } from './import/pool';
import {
  fingerprintOf,
  type ImportProgress,
  readProgress,
  removeProgress,
  START,
  writeProgress,
} from './import/progress';
import { type CommandEnv, type CommandIo, HELP_OPTION, runWhenMain, UsageError } from './terminal/io';
import { progressBar } from './terminal/progress-bar';

const USAGE = `Usage: npm run import -- FILE [--report REPORT] [--workers N]

Imports Bitcoin public keys with their accounts of both versions and their addresses.
FILE is CSV (public key, optional address, optional chain ids) or JSON lines
({"publicKey", "btcAddress", "chainIds"}).
A line without chain ids means DEFAULT_EVM_CHAIN_ID; it may name any chain that the server serves (EVM_CHAINS).
Lines that cannot be imported go to REPORT (default FILE.report.csv) with their numbers and reasons.
Stopped or killed, it goes on where it was when run again.
`;

/** Lines of one job for a thread. */
const BLOCK_LINES = 2_000;
/** Keys of one transaction: the server's own writes wait for it, half a second or so. */
const BATCH_KEYS = 20_000;

type Options = { file: string; report: string; workers: number };

/** What an import takes of the server's configuration. */
const SETTINGS = [
  'dataDir',
  'databaseUrl',
  'evmRpcUrls',
  'evmChains',
  'sampleNetwork',
  'defaultEvmChainId',
] as const;
type Settings = Pick<Env, (typeof SETTINGS)[number]>;

/**
 * `npm run import`.
 * @returns exit code: 0 done, 130 interrupted
 * @throws UsageError, and Error with clear words for a file or a store that cannot be used
 */
export async function main(argv: readonly string[], env: CommandEnv, io: CommandIo): Promise<number> {
  const options = readOptions(argv);
  if (options === 'help') {
    io.stdout.write(USAGE);
    return 0;
  }
  const settings = readEnv(env, SETTINGS);
  const size = sizeOf(options.file);
  const store = await openBulk(placeOf(settings));
  const pool = importPool(options.workers);
  try {
    return await importFile(options, { settings, size, store, run: pool.run, depth: pool.depth }, io);
  } finally {
    await pool.close();
    await store.close();
  }
}

type Surroundings = {
  settings: Settings;
  size: number;
  store: BulkStore;
  run: (job: ImportJob) => Promise<ImportResult>;
  depth: number;
};

async function importFile(options: Options, around: Surroundings, io: CommandIo): Promise<number> {
  const { file, report } = options;
  const { store, size } = around;
  const progressFile = `${report}.progress`;
  const job = createHash('sha256')
    .update(`${fingerprintOf(file)}\n${placeOf(around.settings)}\n${around.settings.defaultEvmChainId}`)
    .digest('hex');
  let progress = readProgress(progressFile, job);
  if (progress !== START) io.stderr.write(`Going on at line ${progress.line}.\n`);
  const format = await formatOf(file);
  const begin = progress.offset === 0 && format.hasHeader ? format.afterHeader : progress;
  const reportFile = openSync(report, progress === START ? 'w' : 'a+');
  const bar = progressBar(io);
  const startedAt = Date.now();
  const importedBefore = progress.imported;
  try {
    ftruncateSync(reportFile, progress.reportBytes);
    if (progress.reportBytes === 0)
      progress = { ...progress, reportBytes: writeSync(reportFile, 'line,imported,reason,message\n') };
    let keys: BulkKey[] = [];
    let notes: ImportNote[] = [];
    const commit = async (block: LineBlock) => {
      const added = await store.load(keys);
      const text = notes.map(reportLine).join('');
      const rejected = notes.filter(({ imported }) => !imported).length;
      progress = {
        offset: block.endOffset,
        line: block.endLine,
        imported: progress.imported + keys.length,
        added: progress.added + added,
        rejected: progress.rejected + rejected,
        unproven: progress.unproven + notes.length - rejected,
        reportBytes: progress.reportBytes + (text === '' ? 0 : writeSync(reportFile, text)),
      };
      writeProgress(progressFile, job, progress);
      keys = [];
      notes = [];
    };
    let last: LineBlock | undefined;
    for await (const { block, result } of inOrder(file, begin, around, format.format)) {
      keys.push(...result.keys);
      notes.push(...result.notes);
      last = block;
      if (keys.length + notes.length >= BATCH_KEYS || io.signal.aborted) {
        await commit(block);
        last = undefined;
      }
      const rate = Math.round(
        ((progress.imported + keys.length - importedBefore) / (Date.now() - startedAt)) * 1000,
      );
      bar.show(size === 0 ? 1 : block.endOffset / size, `${progress.imported + keys.length} keys, ${rate}/s`);
      if (io.signal.aborted) {
        bar.done();
        io.stderr.write(`Stopped after line ${progress.line - 1}. Run the same command again to go on.\n`);
        return 130;
      }
    }
    if (last) await commit(last);
    await store.finish();
    bar.done();
    removeProgress(progressFile);
    io.stdout.write(
      summary(progress, report, (Date.now() - startedAt) / 1000, progress.imported - importedBefore),
    );
    return 0;
  } finally {
    closeSync(reportFile);
  }
}

/** Blocks with their results, in the file's order, while the threads are busy with the next ones. */
async function* inOrder(
  file: string,
  begin: { offset: number; line: number },
  { run, depth, settings }: Surroundings,
  format: LineFormat,
) {
  const chains = { defaultChainId: settings.defaultEvmChainId, servedChainIds: servedEvmChains(settings) };
  const ahead: { block: LineBlock; result: Promise<ImportResult> }[] = [];
  const blocks = lineBlocks(file, begin, BLOCK_LINES);
  for (let ended = false; ; ) {
    while (!ended && ahead.length < depth) {
      const { value: block, done } = await blocks.next();
      if (done || !block) {
        ended = true;
        break;
      }
      const { text, firstLine } = block;
      const result = run({ text, firstLine, format, ...chains, now: Date.now() });
      result.catch(() => undefined); // told when its turn comes
      ahead.push({ block, result });
    }
    const next = ahead.shift();
    if (!next) return;
    yield { block: next.block, result: await next.result };
  }
}

async function formatOf(file: string) {
  for await (const { text, endOffset, endLine } of lineBlocks(file, { offset: 0, line: 1 }, 1))
    if (text.trim() !== '')
      return { ...detectFormat(text.replace(/\n$/, '')), afterHeader: { offset: endOffset, line: endLine } };
  return { ...detectFormat(''), afterHeader: { offset: 0, line: 1 } };
}

function reportLine({ line, imported, reason, message }: ImportNote): string {
  return `${line},${imported ? 'yes' : 'no'},${reason},"${message.replaceAll('"', '""')}"\n`;
}

function summary(progress: ImportProgress, report: string, seconds: number, count: number): string {
  const rate = seconds > 0 ? Math.round(count / seconds) : count;
  return [
    `${progress.imported} keys imported, ${progress.added} of them new, in ${seconds.toFixed(1)} s (${rate}/s).\n`,
    progress.rejected + progress.unproven === 0
      ? ''
      : `${progress.rejected} lines refused, ${progress.unproven} addresses not proven by their key: see ${report}\n`,
  ].join('');
}

function readOptions(argv: readonly string[]): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { ...HELP_OPTION, report: { type: 'string' }, workers: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.help) return 'help';
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new UsageError(`One FILE is imported at a time, got ${positionals.length}`);
  const workers = Number(values.workers ?? availableParallelism());
  if (!Number.isInteger(workers) || workers < 0 || workers > 64)
    throw new UsageError('--workers must be a whole number from 0 to 64');
  return { file, report: values.report ?? `${file}.report.csv`, workers };
}

function sizeOf(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw new Error(`${file} is not a file that can be read`);
  return stat.size;
}

await runWhenMain(import.meta.url, main, USAGE);
