// `npm run check`: format, lint, types, layers and unused code, all at the same time.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

const CHECKS = {
  lint: ['biome', 'check', '--error-on-warnings'],
  types: ['tsc', '--noEmit'],
  layers: ['depcruise', '--output-type', 'err', 'app', 'components', 'lib'],
  'unused code': ['knip', '--no-progress'],
};

/** Runs a check; prints its output only when it fails. */
function run(name, [program, ...args]) {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(join(ROOT, 'node_modules', '.bin', program), args, { cwd: ROOT });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

ensurePackages({ tests: true });
const results = await Promise.all(Object.entries(CHECKS).map(([name, command]) => run(name, command)));
process.exit(results.every(Boolean) ? 0 : 1);
