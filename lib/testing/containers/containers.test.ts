import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { ensurePrograms } from '@/lib/commands/setup/test-tools.mjs';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { until } from '@/lib/testing/until';
import { call, callWhile, describeAnswer, lookUpKeys, type Outcomes } from './callers';
import { Podman } from './podman';
import { Stack } from './stack';
import { makeStandIns, namedImages } from './stand-ins/base-images';

// `npm run test:containers`: builds the image, starts the stack of `compose.yaml` with podman, and checks the responses
// to callers while containers fail or are restarted, replaced or killed. Base images are replaced by stand-ins made from
// Debian packages. Needs root on Debian 12; on other machines it prints why it cannot run.

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
/** Maximum unpacked size of the image, in bytes, as reported by `podman images`. */
const MAX_BYTES = 300e6;
const IMAGE = 'satchel:local';
const INSTANCES = ['satchel-1', 'satchel-2'] as const;
/** How long Postgres is stopped, in ms. */
const OUTAGE_MS = 10_000;
/** How long calls are made after a kill, in ms. */
const AFTER_KILL_MS = 3_000;

/** Returns why the tests cannot run here; undefined if they can. */
function findObstacle(): string | undefined {
  const isDebian = existsSync(RELEASE) && /^VERSION_CODENAME=bookworm$/m.test(readFileSync(RELEASE, 'utf8'));
  if (!isDebian || process.arch !== 'x64') return 'it needs Debian 12 on x64';
  if (process.getuid?.() !== 0) return 'it needs root';
  const missing = ensurePrograms(PROGRAMS);
  return missing.length > 0
    ? `${missing.join(', ')}: not installed, and cannot be installed here`
    : undefined;
}

const obstacle = findObstacle();
if (obstacle) process.stdout.write(`containers: NOT RUN: ${obstacle}\n`);

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Expects that calls were made and that all had one of the allowed outcomes. */
function expectOutcomes(outcomes: Outcomes, allowed = ['result']): void {
  expect(outcomes.size).toBeGreaterThan(0);
  expect([...outcomes].filter(([outcome]) => !allowed.includes(outcome))).toEqual([]);
}

describe.skipIf(obstacle !== undefined)('containers', () => {
  let podman: Podman;
  let stack: Stack;
  beforeAll(async () => {
    podman = new Podman();
    stack = new Stack(podman);
    await stack.down();
    await makeStandIns(podman, [...namedImages(), ...stack.images]);
    await podman.build('.', IMAGE);
  });
  afterAll(async () => {
    await stack?.down();
    await podman?.succeeds('rmi', '--force', IMAGE);
    await podman?.succeeds('image', 'prune', '--force');
  });

  describe('the image', () => {
    type Inspected = { Size: number; User: string; Labels: Record<string, string>; Healthcheck?: object };
    let image: Inspected;
    beforeAll(async () => {
      [image] = JSON.parse(await podman.run('image', 'inspect', IMAGE));
    });
    const inImage = (script: string) => podman.run('run', '--rm', '--entrypoint', 'sh', IMAGE, '-c', script);

    it('the image is not larger than 300 MB', async () => {
      const folders = '/usr/local/bin/node /app/node_modules /app/.next /app/dist /app/public';
      const sizes = await inImage(`du -s --apparent-size --block-size=1 ${folders}`);
      const parts = [...sizes.matchAll(/^(\d+)\s+(\S+)$/gm)].map(
        ([, bytes, path]) => `${path} ${megabytes(Number(bytes))}`,
      );
      process.stdout.write(`image: ${megabytes(image.Size)}, of which ${parts.join(', ')}\n`);
      expect(image.Size).toBeLessThanOrEqual(MAX_BYTES);
    });

    it('the image has an unprivileged user, labels and a health check', () => {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
      expect(image.User).toBe('10001:10001');
      expect(image.Labels).toMatchObject({
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'MIT',
        'org.opencontainers.image.title': 'Satchel',
      });
      expect(image.Healthcheck).toBeDefined();
    });

    it('the image has the licenses of its parts', async () => {
      await inImage(
        'ls LICENSE lib/commands/image/licenses/LGPL-3.0.txt node_modules/@img/sharp-libvips-*/README.md node_modules/next/license.md node_modules/zod/LICENSE /usr/local/share/doc/node/LICENSE',
      );
    });

    it('the image has no programs that are not needed at run time', async () => {
      const found = await inImage(
        'for tool in npm npx tsc next curl gcc; do command -v $tool; done; ls -d node_modules/typescript/lib 2>/dev/null || true',
      );
      expect(found.trim()).toBe('');
    });
  });

  describe('the stack of compose.yaml', () => {
    beforeAll(async () => {
      try {
        await stack.up();
      } catch (error) {
        await printLogs();
        throw error;
      }
    });

    /** Prints the last lines of the services' logs. */
    async function printLogs() {
      for (const name of ['satchel-1', 'balancer', 'postgres'])
        process.stdout.write(`── log of ${name}\n${await stack.log(name)}\n`);
    }

    /** Defines a test that prints the logs if it fails. */
    const itInStack = (title: string, run: () => Promise<void>) =>
      it(title, async () => {
        onTestFailed(printLogs);
        await run();
      });

    /** Waits until several consecutive calls succeed. */
    const untilServed = () =>
      until('calls are answered again', async () => {
        for (let i = 0; i < 4; i++)
          if ((await describeAnswer(lookUpKeys(stack.base))) !== 'result') return false;
        return true;
      });
    const callFor = (ms: number) => callWhile(stack.base, () => sleep(ms));

    itInStack('the heap limit of V8 leaves a reserve of the 2 GiB of a container', async () => {
      const heap = 'v8.getHeapStatistics().heap_size_limit';
      const bytes = Number(await stack.exec('satchel-1', 'node', '-p', heap));
      expect(bytes).toBeGreaterThanOrEqual(512e6);
      // The API process, its worker thread and the web process together use at most two heaps.
      expect(2 * bytes).toBeLessThanOrEqual(2 * 1024 ** 3 - 256e6);
    });

    itInStack('the commands of the image work on the store of the stack', async () => {
      expect(await stack.command('project', 'list')).toMatch(/^containers .* alive/m);
      await stack.command('project', 'set', 'containers', '--limit', '1000000');
      expect(await stack.command('project', 'usage', 'containers')).not.toBe('');
      await stack.command('--check-config');
      await stack.command('store', '--help');
      await stack.command('doctor', '--help');
      await expect(stack.command('projct', 'list')).rejects.toThrow(/unknown command/);
    });

    itInStack('the stack answers calls and serves a listing and pages', async () => {
      expectOutcomes(await callFor(2_000));
      const params = [SAMPLE_WALLET];
      const body = { id: 1, chainId: 104, method: 'enhancedGetTokensAndNFTs', params };
      const { result } = await (await call(stack.base, '/solana', body)).json();
      expect(result?.tokens.length).toBeGreaterThan(0);
      for (const path of ['/', `/account/${SAMPLE_WALLET}?chain=104`, '/docs', '/icon.svg'])
        expect((await fetch(stack.base + path)).status, path).toBe(200);
    });

    itInStack('no call fails while the instances are restarted one after the other', async () => {
      const outcomes = await callWhile(stack.base, async () => {
        for (const name of INSTANCES) {
          await stack.stop(name);
          await stack.start(name);
          await stack.healthy(name);
          await stack.balanced();
        }
      });
      expectOutcomes(outcomes);
    });

    itInStack('no call fails while the instances are replaced by ones with other addresses', async () => {
      const outcomes = await callWhile(stack.base, async () => {
        for (const name of INSTANCES) {
          const { before, after } = await stack.recreate(name);
          expect(after, name).not.toBe(before);
          await stack.balanced();
        }
      });
      expectOutcomes(outcomes);
      // Each instance must serve all calls while the other one is stopped. This shows that the balancer
      // has found both again.
      for (const name of INSTANCES) {
        await stack.stop(name);
        expectOutcomes(await callFor(1_000));
        await stack.start(name);
        await stack.healthy(name);
        await stack.balanced();
      }
    });

    itInStack('no call fails when an instance is killed, and the engine restarts it', async () => {
      await stack.balanced();
      const outcomes = await callWhile(stack.base, async () => {
        await stack.kill('satchel-1');
        await sleep(AFTER_KILL_MS);
      });
      expectOutcomes(outcomes);
      await stack.healthy('satchel-1');
    });

    itInStack('calls get JSON-RPC errors while Postgres is stopped, and succeed afterwards', async () => {
      const outcomes = await callWhile(stack.base, async () => {
        await stack.stop('postgres');
        await sleep(OUTAGE_MS);
        await stack.start('postgres');
        await stack.healthy('postgres');
        await untilServed();
      });
      expectOutcomes(outcomes, [
        'result',
        '503 store-unavailable',
        '200 store-unavailable',
        '503 overloaded',
      ]);
      expectOutcomes(await callFor(1_000));
    });

    itInStack('the balancer answers 503 while both instances are stopped', async () => {
      await Promise.all(INSTANCES.map((name) => stack.stop(name)));
      expectOutcomes(await callFor(3_000), ['503 overloaded']);
      const page = await fetch(stack.base);
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/plain']);
      for (const name of INSTANCES) await stack.start(name);
      await untilServed();
    });
  });
});
