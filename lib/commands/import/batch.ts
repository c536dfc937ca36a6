import type { BulkKey, BulkStore } from '@/lib/store/bulk';
import type { LineBlock } from './block-buffer';
import type { ImportNote, ImportResult } from './keys';
import { type ImportProgress, writeProgress } from './progress';
import type { ImportReport } from './report';

/** Keys of one transaction: the server's own writes wait for it, half a second or so. */
const BATCH_KEYS = 20_000;
/** Accounts of one transaction, as many as these keys have on one chain: a key that names every chain has ninety. */
const BATCH_ACCOUNTS = 2 * BATCH_KEYS;

/** What is worked out but not yet in the store, and how far the store is. */
export class ImportBatch {
  private keys: BulkKey[] = [];
  private accounts = 0;
  private notes: ImportNote[] = [];
  /** The last block of what waits. */
  private last: LineBlock | undefined;

  /** @param progressFile,job where the progress is kept, and of what */
  constructor(
    private readonly store: BulkStore,
    private readonly report: ImportReport,
    private readonly progressFile: string,
    private readonly job: string,
    private committed: ImportProgress,
  ) {}

  /** How far the store and the report are. */
  get progress(): ImportProgress {
    return this.committed;
  }

  /** Keys imported, those that wait included. */
  get imported(): number {
    return this.committed.imported + this.keys.length;
  }

  get isFull(): boolean {
    return this.keys.length + this.notes.length >= BATCH_KEYS || this.accounts >= BATCH_ACCOUNTS;
  }

  add(block: LineBlock, { keys, notes }: ImportResult): void {
    this.keys.push(...keys);
    for (const { accounts } of keys) this.accounts += accounts.length;
    this.notes.push(...notes);
    this.last = block;
  }

  /** Writes what waits to the store, then to the report, then the progress. */
  async commit(): Promise<void> {
    if (this.last === undefined) return;
    const { keys, notes, committed: before } = this;
    const added = await this.store.load(keys);
    this.report.add(notes);
    const rejected = notes.filter(({ imported }) => !imported).length;
    this.committed = {
      offset: this.last.endOffset,
      line: this.last.endLine,
      imported: before.imported + keys.length,
      added: before.added + added,
      rejected: before.rejected + rejected,
      unproven: before.unproven + notes.length - rejected,
      reportBytes: this.report.length,
    };
    writeProgress(this.progressFile, this.job, this.committed);
    this.keys = [];
    this.accounts = 0;
    this.notes = [];
    this.last = undefined;
  }
}
