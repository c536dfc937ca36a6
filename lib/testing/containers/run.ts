// `npm run test:containers`: builds the image, starts the stack of `compose.yaml` with podman, and checks the responses
// to callers while containers fail or are restarted, replaced or killed. Base images are replaced by stand-ins made from
// Debian packages. Needs root on Debian 12. On other machines, it prints why it cannot run and succeeds.
import { existsSync, readFileSync } from 'node:fs';
import { ensurePrograms } from '@/lib/commands/setup/test-tools.mjs';
import { checkCommands, checkImage, checkMemory } from './image-checks';
import { Podman } from './podman';
import { Results } from './results';
import {
  killedInstance,
  noInstance,
  ordinaryUse,
  recreation,
  rollingRestart,
  storeOutage,
} from './scenarios';
import { Stack } from './stack';
import { makeStandIns, namedImages } from './stand-ins/base-images';

/** Required programs, each with its Debian package. */
const PROGRAMS = {
  podman: 'podman',
  runc: 'runc',
  iptables: 'iptables',
  debootstrap: 'debootstrap',
  catatonit: 'catatonit',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
};

const RELEASE = '/etc/os-release';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns why the test cannot run here; undefined if it can. */
function obstacle(): string | undefined {
  const isDebian = existsSync(RELEASE) && /^VERSION_CODENAME=bookworm$/m.test(readFileSync(RELEASE, 'utf8'));
  if (!isDebian || process.arch !== 'x64') return 'it needs Debian 12 on x64';
  if (process.getuid?.() !== 0) return 'it needs root';
  const missing = ensurePrograms(PROGRAMS);
  return missing.length > 0
    ? `${missing.join(', ')}: not installed, and cannot be installed here`
    : undefined;
}

async function main(): Promise<number> {
  const reason = obstacle();
  if (reason) {
    say(`containers: NOT RUN: ${reason}`);
    return 0;
  }
  const podman = new Podman();
  const stack = new Stack(podman);
  const results = new Results();
  await stack.down();
  try {
    say('── stand-ins for the images that Dockerfile and compose.yaml name');
    await makeStandIns(podman, [...namedImages(), ...stack.images]);
    say('── the image');
    await podman.build('.', 'satchel:local');
    await checkImage(podman, results);
    say('── the stack of compose.yaml');
    const from = performance.now();
    await stack.up();
    results.add(
      'start of the stack',
      `all services healthy after ${((performance.now() - from) / 1_000).toFixed(1)} s`,
    );
    await checkMemory(stack, results);
    await checkCommands(stack, results);
    for (const scenario of [ordinaryUse, rollingRestart, recreation, killedInstance, storeOutage, noInstance])
      await scenario(stack, results);
  } catch (error) {
    results.add('the run', 'ended early', error instanceof Error ? error.message : String(error));
    for (const name of ['satchel-1', 'balancer', 'postgres'])
      say(`── log of ${name}\n${await stack.log(name)}`);
  } finally {
    await stack.down();
    await podman.succeeds('rmi', '--force', 'satchel:local');
    await podman.succeeds('image', 'prune', '--force');
  }
  return results.print();
}

process.exitCode = (await main()) === 0 ? 0 : 1;
