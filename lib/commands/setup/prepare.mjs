// What every command stands on: the right Node, the packages of the lock file, a build that is not stale.
// Plain JavaScript without packages, for it runs before there are any.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const STAMP = join(ROOT, 'dist', 'build-stamp');

/** Runs a program to its end with our terminal; ends this process when it failed. */
export function run(program, args, { env = {}, what = `${program} ${args.join(' ')}`, quiet = false } = {}) {
  const done = spawnSync(program, args, {
    cwd: ROOT,
    // What a tool says goes to stderr: the stdout of a command is its own.
    stdio: quiet ? 'pipe' : ['ignore', 2, 2],
    env: { ...process.env, ...env },
  });
  if (done.status === 0) return;
  if (quiet) process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  console.error(`satchel: ${what} failed${done.error ? `: ${done.error.message}` : ''}`);
  process.exit(done.status || 1);
}

/** A command's environment: its data folder is the server's, which starts in the root, wherever the caller stands. */
export const commandEnvironment = (env) => ({
  ...env,
  DATA_DIR: resolve(ROOT, env.DATA_DIR?.trim() || '.data'),
});

/** Ends the process with a sentence when this Node cannot run the service. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`satchel: Node 20.19 or newer is needed; this is ${process.versions.node}`);
  process.exit(1);
}

/**
 * Installs the packages of the lock file when they are not there, or older than it: those that the service is built
 * and run with, a quarter of all, or with `tests` all of them.
 */
export function ensurePackages({ tests = false } = {}) {
  requireNode();
  const modules = join(ROOT, 'node_modules');
  const installed = join(modules, '.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  if (isCurrent && (!tests || existsSync(join(modules, 'vitest')))) return;
  console.error('satchel: installing packages (npm ci); the first time takes one to three minutes');
  // Where the development packages are installed already, they stay.
  const which = tests || existsSync(join(modules, 'vitest')) ? [] : ['--omit=dev'];
  run('npm', ['ci', ...which, '--no-audit', '--no-fund', '--loglevel=error'], { env: { NODE_ENV: '' } });
}

const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'next.config.js',
  'tailwind.config.ts',
  'postcss.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'proxy.ts',
];

/** A word that changes when a file that the build reads changes. */
function sourceStamp() {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat || path.endsWith('node_modules')) return;
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const name of SOURCES) visit(join(ROOT, name));
  return hash.digest('hex');
}

/** Builds the pages and the server unless the build is of these very sources. */
export async function ensureBuild({ pages = true } = {}) {
  const stamp = sourceStamp();
  const built = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split('\n') : [];
  const hasServer = built.includes(`server ${stamp}`);
  const hasPages = built.includes(`pages ${stamp}`) && existsSync(join(ROOT, '.next', 'BUILD_ID'));
  if (hasServer && (hasPages || !pages)) return;
  console.error(`satchel: building${pages ? ' (about half a minute)' : ''}`);
  if (!hasServer) await import('./bundle.mjs').then(({ bundleServer }) => bundleServer(ROOT));
  if (pages && !hasPages) {
    run(process.execPath, [join(ROOT, 'node_modules/next/dist/bin/next'), 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      quiet: true,
      what: 'the build of the pages',
    });
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  // Next writes into the tree while it builds (next-env.d.ts, tsconfig.json), so the stamp is taken anew.
  const now = sourceStamp();
  writeFileSync(STAMP, [`server ${now}`, ...(pages || hasPages ? [`pages ${now}`] : [])].join('\n'));
}
