import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { ImportNote } from './keys';

/** The CSV of lines that could not be imported, or not wholly. */
export class ImportReport {
  private constructor(
    private readonly file: number,
    /** Its length. */
    private bytes: number,
  ) {}

  /**
   * Opens the report of a new import, or goes on with an earlier one's.
   * @param keptBytes what lies beyond is cut off: a run wrote it that did not get to say so; undefined begins anew
   */
  static open(path: string, keptBytes: number | undefined): ImportReport {
    const file = openSync(path, keptBytes === undefined ? 'w' : 'a+');
    const report = new ImportReport(file, keptBytes ?? 0);
    try {
      ftruncateSync(file, report.bytes);
      if (report.bytes === 0) report.write('line,imported,reason,message\n');
      return report;
    } catch (cause) {
      report.close();
      throw cause;
    }
  }

  get length(): number {
    return this.bytes;
  }

  add(notes: readonly ImportNote[]): void {
    const text = notes.map(reportLine).join('');
    if (text !== '') this.write(text);
  }

  close(): void {
    closeSync(this.file);
  }

  private write(text: string): void {
    this.bytes += writeSync(this.file, text);
  }
}

function reportLine({ line, imported, reason, message }: ImportNote): string {
  return `${line},${imported ? 'yes' : 'no'},${reason},"${message.replaceAll('"', '""')}"\n`;
}
