import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { Position } from './line-blocks';

/** Why a line was rejected. If `imported` is true, only the line's address was rejected. */
export type ImportNote = { line: number; reason: string; message: string; imported: boolean };

/** Progress of an import. All lines before the position are in the store and in the report. */
type Progress = Position & {
  imported: number;
  added: number;
  rejected: number;
  unproven: number;
  /**
   * Valid length of the report, in bytes. After a crash, the report may be longer; the additional bytes are discarded.
   */
  reportBytes: number;
};

const START: Progress = {
  offset: 0,
  line: 1,
  imported: 0,
  added: 0,
  rejected: 0,
  unproven: 0,
  reportBytes: 0,
};

/** Writes the report of an import. The progress is saved in a file next to the report, so that an import can resume. */
export class ImportJournal {
  private readonly progressFile: string;
  private readonly file: number;
  /** Whether this run resumes an earlier one. */
  readonly resumes: boolean;
  progress: Progress;

  /** @param job identifies the import; the progress of another import is ignored */
  constructor(
    report: string,
    private readonly job: string,
  ) {
    this.progressFile = `${report}.progress`;
    const saved = readProgress(this.progressFile, job);
    this.resumes = saved !== undefined;
    this.progress = saved ?? START;
    this.file = openSync(report, this.resumes ? 'a' : 'w');
    if (this.resumes) ftruncateSync(this.file, this.progress.reportBytes);
    else writeSync(this.file, 'line,imported,reason,message\n');
  }

  /**
   * Records that all lines before `end` are in the store.
   * @param keys number of keys imported since the last call, and how many of them are new
   */
  record(end: Position, keys: { imported: number; added: number }, notes: readonly ImportNote[]): void {
    writeSync(this.file, notes.map(reportLine).join(''));
    const rejected = notes.filter(({ imported }) => !imported).length;
    this.progress = {
      ...end,
      imported: this.progress.imported + keys.imported,
      added: this.progress.added + keys.added,
      rejected: this.progress.rejected + rejected,
      unproven: this.progress.unproven + notes.length - rejected,
      reportBytes: fstatSync(this.file).size,
    };
    // The file is replaced atomically, so that after a crash it is either the old or the new one.
    writeFileSync(`${this.progressFile}.new`, JSON.stringify({ ...this.progress, job: this.job }));
    renameSync(`${this.progressFile}.new`, this.progressFile);
  }

  /** Removes the progress of a completed import. */
  finish(): void {
    rmSync(this.progressFile, { force: true });
  }

  close(): void {
    closeSync(this.file);
  }
}

function readProgress(path: string, job: string): Progress | undefined {
  try {
    const saved = JSON.parse(readFileSync(path, 'utf8')) as Progress & { job: string };
    return saved.job === job ? saved : undefined;
  } catch {
    return undefined;
  }
}

function reportLine({ line, imported, reason, message }: ImportNote): string {
  return `${line},${imported ? 'yes' : 'no'},${reason},"${message.replaceAll('"', '""')}"\n`;
}

/** Returns an identifier of a file, made from its length and the hash of its first 64 KiB. */
export function fingerprintOf(path: string): string {
  const head = Buffer.alloc(64 * 1024);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, head, 0, head.length, 0);
    return `${statSync(path).size}-${createHash('sha256').update(head.subarray(0, length)).digest('hex')}`;
  } finally {
    closeSync(file);
  }
}
