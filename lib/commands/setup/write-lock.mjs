// `npm run lock`: writes a package-lock.json that npm 10 and npm 11 accept. It is written by npm 10, which includes
// optional peers that npm 11 omits; then the `libc` fields that only npm 11 writes are added.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const OLDEST_NPM = 'npm@10.8.2';
const LOCK = join(ROOT, 'package-lock.json');
const readPackages = () => Object.entries(JSON.parse(readFileSync(LOCK, 'utf8')).packages);

const libcBefore = new Map(readPackages().map(([path, { version, libc }]) => [`${path}@${version}`, libc]));
const { status } = spawnSync('npx', ['--yes', OLDEST_NPM, 'install', '--package-lock-only', '--no-audit'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
for (const [path, entry] of Object.entries(lock.packages)) {
  const libc = libcBefore.get(`${path}@${entry.version}`) ?? libcOf(path, entry);
  if (libc) lock.packages[path] = withLibc(entry, libc);
}
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);

/** Returns the `libc` field, from the registry, of a native Linux package that is new to the lock file. */
function libcOf(path, { version, os, name = path.split('node_modules/').at(-1) }) {
  if (!os?.includes('linux')) return undefined;
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'libc', '--json'], { encoding: 'utf8' });
  return stdout.trim() ? [JSON.parse(stdout)].flat() : undefined;
}

/** Adds `libc` to an entry at the position where npm 11 writes it, before `license`. */
function withLibc(entry, libc) {
  const members = Object.entries(entry);
  const at = members.findIndex(([name]) => name === 'license');
  members.splice(at < 0 ? members.length : at, 0, ['libc', libc]);
  return Object.fromEntries(members);
}
