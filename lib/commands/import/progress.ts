import { createHash } from 'node:crypto';
import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

/** How far an import has come: everything before `offset` is in the store and in the report. */
export type ImportProgress = {
  offset: number;
  /** Number of the line that begins there. */
  line: number;
  imported: number;
  added: number;
  rejected: number;
  unproven: number;
  /** Length of the report up to here: what lies beyond was written by a run that did not get to say so. */
  reportBytes: number;
};

export const START: ImportProgress = {
  offset: 0,
  line: 1,
  imported: 0,
  added: 0,
  rejected: 0,
  unproven: 0,
  reportBytes: 0,
};

/** The file's length and its first part: tells whether it is the file that an earlier run was about. */
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

/** The progress of an earlier run over the same file into the same store; the start when there is none. */
export function readProgress(path: string, job: string): ImportProgress {
  try {
    const saved = JSON.parse(readFileSync(path, 'utf8')) as ImportProgress & { job: string };
    return saved.job === job ? saved : START;
  } catch {
    return START;
  }
}

/** Replaces the file in one step: a crash leaves the old one or the new one. */
export function writeProgress(path: string, job: string, progress: ImportProgress): void {
  writeFileSync(`${path}.new`, JSON.stringify({ ...progress, job }));
  renameSync(`${path}.new`, path);
}

export function removeProgress(path: string): void {
  rmSync(path, { force: true });
}
