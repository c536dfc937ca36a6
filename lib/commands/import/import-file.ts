import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { CommandIo } from '@/lib/commands/terminal/io';
import { progressBar } from '@/lib/commands/terminal/progress-bar';
import type { Env } from '@/lib/server/env';
import { servedEvmChains } from '@/lib/server/env/served-chains';
import type { BulkKey } from '@/lib/store/bulk';
import { type BulkStore, locationOf } from '@/lib/store/open';
import { fingerprintOf, ImportJournal, type ImportNote } from './journal';
import type { ImportResult, importKeys } from './keys';
import { type LineBlock, lineBlocks, type Position } from './line-blocks';
import { detectFormat, type LineFormat } from './lines';

/** The server's settings that an import uses. */
export const IMPORT_SETTINGS = [
  'dataDir',
  'databaseUrl',
  'evmRpcUrls',
  'evmChains',
  'sampleNetwork',
  'defaultEvmChainId',
] as const;
type ImportSettings = Pick<Env, (typeof IMPORT_SETTINGS)[number]>;

/** An import: a file of `size` bytes, the path of its report, and how to process the file. */
export type FileImport = {
  file: string;
  size: number;
  report: string;
  settings: ImportSettings;
  store: Pick<BulkStore, 'load' | 'finish'>;
  work: typeof importKeys;
  /** Maximum number of blocks in flight. */
  concurrency: number;
};

/**
 * Maximum number of accounts per transaction, enough for 20,000 keys on one chain. Writes of a running server wait for
 * the transaction, which takes about half a second.
 */
const BATCH_ACCOUNTS = 40_000;

/**
 * Imports a file, or resumes an earlier run of the same import.
 * @returns exit code: 0 done, 130 interrupted
 */
export async function importFile(job: FileImport, io: CommandIo): Promise<number> {
  const { file, report, settings, store } = job;
  const lineSettings = {
    format: await formatOf(file),
    defaultChainId: settings.defaultEvmChainId,
    servedChainIds: servedEvmChains(settings),
  };
  const journal = new ImportJournal(report, jobId(job));
  try {
    const begin = journal.progress;
    if (journal.resumes) io.stderr.write(`Resuming at line ${begin.line}.\n`);
    const startedAt = performance.now();
    const keysPerSecond = (imported: number) =>
      Math.round((imported - begin.imported) / ((performance.now() - startedAt) / 1000));
    const blocks = lineBlocks(createReadStream(file, { start: begin.offset }), begin);
    const results = inOrder(blocks, (block) => job.work(block, lineSettings), job.concurrency);
    await loadAll(results, journal, job, keysPerSecond, io);
    const { line, imported, added, rejected, unproven } = journal.progress;
    if (io.signal.aborted) {
      io.stderr.write(`Stopped after line ${line - 1}. Run the same command again to resume.\n`);
      return 130;
    }
    await store.finish();
    journal.finish();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    io.stdout.write(
      `${imported} keys imported, ${added} of them new, in ${seconds} s (${keysPerSecond(imported)}/s).\n`,
    );
    if (rejected + unproven > 0)
      io.stdout.write(
        `${rejected} lines rejected, ${unproven} addresses that do not belong to their key: see ${report}\n`,
      );
    return 0;
  } finally {
    journal.close();
  }
}

/**
 * Writes results to the store in batches, each recorded in the journal, until the file ends or the user interrupts
 * the import.
 */
async function loadAll(
  results: ReturnType<typeof inOrder<ImportResult>>,
  journal: ImportJournal,
  { size, store }: FileImport,
  keysPerSecond: (imported: number) => number,
  io: CommandIo,
): Promise<void> {
  let keys: BulkKey[] = [];
  let notes: ImportNote[] = [];
  let end: Position = journal.progress;
  const commit = async () => {
    journal.record(end, { imported: keys.length, added: await store.load(keys) }, notes);
    keys = [];
    notes = [];
  };
  const bar = progressBar(io);
  for await (const [block, result] of results) {
    ({ end } = block);
    keys.push(...result.keys);
    notes.push(...result.notes);
    const accounts = keys.reduce((sum, key) => sum + key.accounts.length, 0);
    if (accounts + notes.length >= BATCH_ACCOUNTS) await commit();
    const imported = journal.progress.imported + keys.length;
    bar.show(end.offset / size, `${imported} keys, ${keysPerSecond(imported)}/s`);
    if (io.signal.aborted) break;
  }
  await commit();
  bar.done();
}

/** Returns an identifier of an import, made from its input and its target. */
function jobId({ file, settings }: FileImport): string {
  return createHash('sha256')
    .update(`${fingerprintOf(file)}\n${locationOf(settings)}\n${settings.defaultEvmChainId}`)
    .digest('hex');
}

async function formatOf(file: string): Promise<LineFormat> {
  for await (const { lines, firstLine } of lineBlocks(createReadStream(file), { offset: 0, line: 1 }))
    for (const [i, text] of lines.entries())
      if (text !== undefined && text.trim() !== '') return detectFormat(text, firstLine + i);
  return detectFormat('', 1);
}

/** Processes blocks, at most `concurrency` at a time, and yields each block with its result in file order. */
async function* inOrder<Result>(
  blocks: AsyncIterable<LineBlock>,
  work: (block: LineBlock) => Promise<Result>,
  concurrency: number,
): AsyncGenerator<[LineBlock, Result], void, undefined> {
  const running: Promise<[LineBlock, Result]>[] = [];
  for await (const block of blocks) {
    const result = work(block).then((done): [LineBlock, Result] => [block, done]);
    result.catch(() => undefined); // Avoid an unhandled rejection; awaited below.
    running.push(result);
    const [first] = running;
    if (running.length < concurrency || first === undefined) continue;
    yield await first;
    running.shift();
  }
  for (const result of running) yield await result;
}
