import type { ListingRow } from './listing-processes';

/** Formats a number, grouped by thousands. */
export const format = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** Prints a table of tools, with Satchel's row first. */
export function printListings(title: string, rows: readonly [string, ListingRow][]): void {
  console.log(
    `\n${title}\n\n| | ms | CPU ms | calls | peak over idle MB | Satchel is faster by |\n|---|---|---|---|---|---|`,
  );
  const own = rows[0]?.[1].ms ?? Number.NaN;
  for (const [name, { ms, cpuMs, calls, peakMb }] of rows) {
    console.log(
      `| ${name} | ${format(ms)} | ${format(cpuMs)} | ${format(calls)} | ${format(peakMb)} | ${name === 'Satchel' ? '' : `${format(ms / own, 1)} ×`} |`,
    );
  }
}
