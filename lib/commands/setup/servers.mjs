// Servers that tests run beside: what is installed, else Debian's when we may install it.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

/** Each server's program, which is its package's name too, and how it says its version. */
const SERVERS = { 'redis-server': '--version', nginx: '-v', pgbouncer: '--version' };

const isInstalled = (name) => spawnSync(name, [SERVERS[name]], { stdio: 'ignore' }).status === 0;
const missing = () => Object.keys(SERVERS).filter((name) => !isInstalled(name));

/** The servers that are not there, after an attempt to install them as root. */
export function ensureServers() {
  const wanted = missing();
  if (wanted.length === 0 || process.getuid?.() !== 0) return wanted;
  console.error(`satchel: no ${wanted.join(', ')} found; asking Debian`);
  installFromDebian(wanted.join(' '));
  return missing();
}
