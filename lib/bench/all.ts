// `npm run bench`: all benches, one after another, each against its peer in its own run.
import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

const BENCHES = ['bench:door', 'bench:listing', 'bench:btc', 'bench:instances'];

const [cpu] = cpus();
console.log(
  `# ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}\n`,
);
let failed = 0;
for (const bench of BENCHES) {
  console.log(`\n## npm run ${bench}\n`);
  const { status } = spawnSync('npm', ['run', '--silent', bench], { stdio: 'inherit' });
  if (status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
