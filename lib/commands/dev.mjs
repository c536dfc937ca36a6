// `npm run dev`: Next's development server; the RPC paths are answered by the route handlers.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensurePackages, ROOT } from './setup/prepare.mjs';

ensurePackages();
const next = spawn(
  process.execPath,
  [join(ROOT, 'node_modules/next/dist/bin/next'), 'dev', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => next.kill(signal));
next.on('exit', (code) => process.exit(code ?? 1));
