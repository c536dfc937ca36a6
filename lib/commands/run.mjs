// `npm run project|import|store -- …`: a command of the service, bundled as the server is.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { commandEnvironment, ensureBuild, ensurePackages, ROOT } from './setup/prepare.mjs';

const [name = '', ...args] = process.argv.slice(2);
ensurePackages();
await ensureBuild('server');
const done = spawnSync(
  process.execPath,
  ['--enable-source-maps', join(ROOT, 'dist', `${name}.js`), ...args],
  {
    stdio: 'inherit',
    // Paths among the arguments are relative to where the caller stands.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: commandEnvironment(process.env),
  },
);
process.exit(done.status ?? 1);
