// `npm run check`: checks format, lint, types, layers and unused code, in parallel.
import { spawn } from 'node:child_process';
import { ensureBuild, ensurePackages, ROOT } from './setup/prepare.mjs';

/** Runs a script of package.json; prints its output only when it fails. */
function check(script) {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn('npm', ['run', '--silent', script], { cwd: ROOT });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${script}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

ensurePackages({ tests: true });
// The client is built first, because two of the parallel checks need it.
await ensureBuild('client');
const results = await Promise.all(['lint', 'typecheck', 'layers', 'unused'].map(check));
process.exit(results.every(Boolean) ? 0 : 1);
