// Ensures the prerequisites of all commands: a supported Node version, the packages in the lock file, and a current
// build. Plain JavaScript without packages, because it runs before packages are installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLock } from './build-lock.mjs';
import { bundleGenerator, bundleServer } from './bundle.mjs';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const STAMP = join(ROOT, 'dist', 'build-stamp');
const MODULES = join(ROOT, 'node_modules');
const LOCK = join(ROOT, '.build-lock');

/** Runs a program and waits for it; exits this process if it fails. */
export function run(program, args, { env = {}, what = `${program} ${args.join(' ')}`, quiet = false } = {}) {
  const done = spawnSync(program, args, {
    cwd: ROOT,
    // Output of tools goes to stderr, because stdout belongs to the command.
    stdio: quiet ? 'pipe' : ['ignore', 2, 2],
    env: { ...process.env, ...env },
  });
  if (done.status === 0) return;
  if (quiet) process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  console.error(`satchel: ${what} failed${done.error ? `: ${done.error.message}` : ''}`);
  process.exit(done.status || 1);
}

/** Exits with a message if this Node version is not supported. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`satchel: Node 20.19 or newer is required; this is ${process.versions.node}`);
  process.exit(1);
}

/**
 * Installs the packages in the lock file if they are missing or outdated: all packages with `tests`, otherwise only
 * those needed to build and run the service.
 */
export function ensurePackages({ tests = false } = {}) {
  requireNode();
  if (arePackagesCurrent(tests)) return;
  const unlock = takeLock(LOCK);
  try {
    // Another process may have installed them meanwhile.
    if (!arePackagesCurrent(tests)) installPackages(tests);
  } finally {
    unlock();
  }
}

const hasTestPackages = () => existsSync(join(MODULES, 'vitest'));

function arePackagesCurrent(tests) {
  const installed = join(MODULES, '.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  return isCurrent && (!tests || hasTestPackages());
}

function installPackages(tests) {
  console.error('satchel: installing packages (npm ci); the first time takes one to three minutes');
  // Development packages that are already installed are kept.
  const which = tests || hasTestPackages() ? [] : ['--omit=dev'];
  run('npm', ['ci', ...which, '--no-audit', '--no-fund', '--loglevel=error'], { env: { NODE_ENV: '' } });
}

const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  // Both are in the client's package.
  'examples',
  'LICENSE',
  'next.config.js',
  'tailwind.config.ts',
  'postcss.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'proxy.ts',
];

/** Returns a hash of the paths, sizes and modification times of the build's sources. */
function sourceStamp() {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat || path.endsWith('node_modules') || path === OUTPUTS.client) return;
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const name of SOURCES) visit(join(ROOT, name));
  return hash.digest('hex');
}

/** The steps of the build, in order, each with a file that it produces. */
const OUTPUTS = {
  client: join(ROOT, 'lib', 'rpc', 'document', 'client.generated.ts'),
  server: join(ROOT, 'dist', 'server.js'),
  pages: join(ROOT, '.next', 'BUILD_ID'),
};
const PARTS = Object.keys(OUTPUTS);

const BUILDERS = {
  client: async () => run(process.execPath, [await bundleGenerator(ROOT)]),
  server: () => bundleServer(ROOT),
  pages: () =>
    run(process.execPath, [join(ROOT, 'node_modules/next/dist/bin/next'), 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      quiet: true,
      what: 'building the pages',
    }),
};

/**
 * Runs a step of the build and all earlier steps, except steps whose output is up to date.
 * @param last 'client' (the source of `/client.js`), 'server' (and the commands) or 'pages'
 */
export async function ensureBuild(last = 'pages') {
  if (missingParts(last).length === 0) return;
  const unlock = takeLock(LOCK);
  try {
    // Another process may have built them meanwhile.
    const missing = missingParts(last);
    if (missing.length > 0) await build(missing);
  } finally {
    unlock();
  }
}

/** Returns a function that checks whether the output of a step is up to date. */
function upToDate() {
  const stamp = sourceStamp();
  const lines = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split('\n') : [];
  return (part) => lines.includes(`${part} ${stamp}`) && existsSync(OUTPUTS[part]);
}

/** Returns the steps up to `last` whose output is not up to date. */
function missingParts(last) {
  const isBuilt = upToDate();
  return PARTS.slice(0, PARTS.indexOf(last) + 1).filter((part) => !isBuilt(part));
}

async function build(missing) {
  const isBuilt = upToDate();
  const kept = PARTS.filter((part) => !missing.includes(part) && isBuilt(part));
  console.error(
    `satchel: building ${missing.join(', ')}${missing.includes('pages') ? ' (about half a minute)' : ''}`,
  );
  for (const part of missing) await BUILDERS[part]();
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  // The stamp is computed again, because Next changes sources while it builds (next-env.d.ts, tsconfig.json).
  const now = sourceStamp();
  writeFileSync(STAMP, [...kept, ...missing].map((part) => `${part} ${now}`).join('\n'));
}
