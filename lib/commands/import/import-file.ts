import { createHash } from 'node:crypto';
import type { CommandIo } from '@/lib/commands/terminal/io';
import { progressBar } from '@/lib/commands/terminal/progress-bar';
import type { Env } from '@/lib/server/env';
import { servedEvmChains } from '@/lib/server/env/served-chains';
import type { BulkStore } from '@/lib/store/bulk';
import { placeOf } from '@/lib/store/open-bulk';
import { ImportBatch } from './batch';
import type { ImportPool } from './pool';
import { fingerprintOf, type ImportProgress, readProgress, removeProgress, START } from './progress';
import { ImportReport } from './report';
import { formatOf, resultsInOrder } from './results-in-order';

/** What an import takes of the server's configuration. */
export const IMPORT_SETTINGS = [
  'dataDir',
  'databaseUrl',
  'evmRpcUrls',
  'evmChains',
  'sampleNetwork',
  'defaultEvmChainId',
] as const;
type ImportSettings = Pick<Env, (typeof IMPORT_SETTINGS)[number]>;

/** A file of `size` bytes, where its report goes, and what works on it. */
export type FileImport = {
  file: string;
  size: number;
  report: string;
  settings: ImportSettings;
  store: BulkStore;
  pool: Pick<ImportPool, 'run' | 'depth'>;
};

/**
 * Imports a file, from where an earlier run of the same import was stopped.
 * @returns exit code: 0 done, 130 interrupted
 */
export async function importFile(job: FileImport, io: CommandIo): Promise<number> {
  const progressFile = `${job.report}.progress`;
  const name = nameOf(job);
  const progress = readProgress(progressFile, name);
  if (progress !== START) io.stderr.write(`Going on at line ${progress.line}.\n`);
  const format = await formatOf(job.file);
  const begin = progress.offset === 0 && format.hasHeader ? format.afterHeader : progress;
  const report = ImportReport.open(job.report, progress === START ? undefined : progress.reportBytes);
  const batch = new ImportBatch(job.store, report, progressFile, name, progress);
  const startedAt = performance.now();
  try {
    const results = resultsInOrder(job.file, begin, job.pool, {
      format: format.format,
      defaultChainId: job.settings.defaultEvmChainId,
      servedChainIds: servedEvmChains(job.settings),
    });
    if (!(await loadAll(results, batch, job.size, startedAt, io))) {
      io.stderr.write(
        `Stopped after line ${batch.progress.line - 1}. Run the same command again to go on.\n`,
      );
      return 130;
    }
    await job.store.finish();
    removeProgress(progressFile);
    const seconds = (performance.now() - startedAt) / 1000;
    io.stdout.write(summary(batch.progress, job.report, seconds, batch.imported - progress.imported));
    return 0;
  } finally {
    report.close();
  }
}

/** Tells an import from another: what is imported, and where to. */
function nameOf({ file, settings }: FileImport): string {
  return createHash('sha256')
    .update(`${fingerprintOf(file)}\n${placeOf(settings)}\n${settings.defaultEvmChainId}`)
    .digest('hex');
}

/**
 * Brings all results into the store, batch by batch.
 * @param size of the file, in bytes
 * @param startedAt ms since 1970
 * @returns false when it was interrupted: what was worked out until then is in the store
 */
async function loadAll(
  results: ReturnType<typeof resultsInOrder>,
  batch: ImportBatch,
  size: number,
  startedAt: number,
  io: CommandIo,
): Promise<boolean> {
  const bar = progressBar(io);
  const importedBefore = batch.imported;
  for await (const { block, result } of results) {
    batch.add(block, result);
    if (batch.isFull || io.signal.aborted) await batch.commit();
    const rate = Math.round(((batch.imported - importedBefore) / (performance.now() - startedAt)) * 1000);
    bar.show(size === 0 ? 1 : block.endOffset / size, `${batch.imported} keys, ${rate}/s`);
    if (io.signal.aborted) {
      bar.done();
      return false;
    }
  }
  await batch.commit();
  bar.done();
  return true;
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
