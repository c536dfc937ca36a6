// The Redis server of the tests: one that is installed, else Debian's when we may install it.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

const installed = () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** Whether there is a Redis server, after an attempt to install one as root. */
export function ensureRedis() {
  if (installed()) return true;
  if (process.getuid?.() !== 0) return false;
  console.error('satchel: no redis-server found; asking Debian for one');
  installFromDebian('redis-server');
  return installed();
}
