import { appendFileSync } from 'node:fs';

/** A row of the table that `npm run bench` prints at the end. */
export type BenchRow = {
  what: string;
  satchel: string;
  /** The peer or floor measured in the same run, and its figure. */
  against: string;
  ratio: string;
  /** The required ratio or figure; empty if there is no requirement. */
  limit: string;
  met: boolean;
};

/** Adds a row to the table of `npm run bench`. Does nothing when a benchmark runs on its own. */
export function benchRow(row: BenchRow): void {
  const file = process.env.SATCHEL_BENCH_TABLE;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Adds a row for a figure that has a limit instead of a peer. */
export function benchLimit(what: string, value: number, unit: string, most: number): void {
  benchRow({
    what,
    satchel: `${value.toFixed(0)} ${unit}`,
    against: '',
    ratio: '',
    limit: `≤ ${most} ${unit}`,
    met: value <= most,
  });
}
