// `npm run bench`: runs all benchmarks one after another and prints a table that compares each result with that of a
// peer. `npm run bench -- door listing` runs only the named benchmarks.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from './bench-row';

const BENCHES = ['start', 'door', 'cost', 'listing', 'reference', 'isolation', 'bundle', 'lighthouse'];
const selected = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
const table = join(folder, 'table');

const [cpu] = cpus();
console.log(
  `# ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}\n`,
);
let failed = 0;
for (const bench of BENCHES.filter((name) => selected.length === 0 || selected.includes(name))) {
  console.log(`\n## npm run bench:${bench}\n`);
  const { status } = spawnSync('npm', ['run', '--silent', `bench:${bench}`], {
    stdio: 'inherit',
    env: { ...process.env, SATCHEL_BENCH_TABLE: table },
  });
  if (status !== 0) failed++;
}

const rows = existsSync(table)
  ? readFileSync(table, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as BenchRow)
  : [];
rmSync(folder, { recursive: true });
console.log(
  '\n## All of them\n\n| what | Satchel | against | ratio | asked | met |\n|---|---|---|---|---|---|',
);
for (const { what, satchel, against, ratio, limit, met } of rows)
  console.log(`| ${[what, satchel, against, ratio, limit, met ? 'yes' : 'NO'].join(' | ')} |`);
process.exit(failed === 0 && rows.every(({ met }) => met) ? 0 : 1);
