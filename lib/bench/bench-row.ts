import { appendFileSync } from 'node:fs';

/** A line of the table that `npm run bench` ends with. */
export type BenchRow = {
  what: string;
  satchel: string;
  /** The peer or floor of the same run, and what it came to. */
  against: string;
  ratio: string;
  /** What the ratio, or the figure, has to be; empty where nothing is promised. */
  asked: string;
  met: boolean;
};

/** Adds a line to the table, when the bench is one of several; alone, a bench prints figures of its own. */
export function benchRow(row: BenchRow): void {
  const file = process.env.SATCHEL_BENCH_TABLE;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Adds a line for a figure that has no peer and a limit of its own. */
export function benchLimit(what: string, value: number, unit: string, most: number): void {
  benchRow({
    what,
    satchel: `${value.toFixed(0)} ${unit}`,
    against: '',
    ratio: '',
    asked: `≤ ${most} ${unit}`,
    met: value <= most,
  });
}
