// Packages of Debian's that the tests need and may install themselves.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Asks Debian for a package, with sudo where we are not root. Whether it is there now its caller sees. */
export function installFromDebian(name) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const install = `apt-get update && apt-get install -y --no-install-recommends ${name}`;
  // apt-get fails where another one is at work: a run of the tests beside this one waits for it.
  const lock = join(tmpdir(), 'satchel-apt.lock');
  const [program, ...args] = [...sudo, 'flock', '--timeout', '900', lock, 'sh', '-c', install];
  spawnSync(program, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
