import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '@/lib/server/env';
import { freePort } from '@/lib/testing/servers/free-port';
import { untilStarted } from '@/lib/testing/until';

// Tests that need no container engine. `npm run test:containers` runs the image and the stack.

const dockerfile = readFileSync('Dockerfile', 'utf8');
const instructions = dockerfile
  .replace(/\\\n/g, ' ')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));
const stages = dockerfile.split(/^FROM /m).slice(1);
const finalStage = stages.at(-1) ?? '';

describe('Dockerfile', () => {
  it('the Dockerfile pins its base image and has two stages', () => {
    expect(stages).toHaveLength(2);
    expect(dockerfile).toMatch(/^FROM node:24\.\d+-[a-z-]+ AS build$/m);
    expect(dockerfile).not.toMatch(/:latest\b/);
  });

  it('the Dockerfile installs from the lock file before it copies the sources, so that the installed packages are cached', () => {
    const order = ['COPY package.json', 'RUN npm ci', 'COPY . .'].map((start) =>
      instructions.findIndex((line) => line.startsWith(start)),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
  });

  it('the container image runs unprivileged, has a health check and receives signals directly', () => {
    expect(finalStage).toMatch(/^USER 10001:10001$/m);
    // Not /ready: while the store is unavailable it fails everywhere, and a restart would not help.
    expect(finalStage).toMatch(/^HEALTHCHECK .*\n? *CMD \[.*'\/health'/m);
    expect(finalStage).toMatch(/^ENTRYPOINT \["satchel"\]$/m);
    expect(readFileSync('lib/commands/image/entrypoint.sh', 'utf8')).toMatch(
      /^exec node .*dist\/\$command\.js/m,
    );
    expect(finalStage.indexOf('USER 10001')).toBeGreaterThan(finalStage.lastIndexOf('COPY'));
  });

  it('the Dockerfile contains no secret, ADD, sudo or shell form of CMD', () => {
    for (const line of instructions) {
      expect(line).not.toMatch(/^(ADD|MAINTAINER) /);
      expect(line).not.toMatch(/\bsudo\b|PROJECT_SERVER_KEY=|PASSWORD=/);
    }
  });
});

describe('compose.yaml', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
  };

  it('compose.yaml gives instances and the balancer longer to stop than REQUEST_DEADLINE_MS and 5 s', () => {
    const seconds = readEnv({}).requestDeadlineMs / 1_000 + 5;
    const { 'satchel-1': one, 'satchel-2': two, balancer } = services;
    for (const service of [one, two, balancer])
      expect(Number.parseInt(String(service?.stop_grace_period), 10)).toBeGreaterThan(seconds);
  });

  it('compose.yaml runs two instances, Postgres, Redis and a load balancer with pinned images', () => {
    expect(Object.keys(services).sort()).toEqual(['balancer', 'postgres', 'redis', 'satchel-1', 'satchel-2']);
    for (const { image } of Object.values(services)) expect(image).toMatch(/:[\w.-]+$/);
  });

  it.each(['satchel-1', 'satchel-2'])(
    'compose.yaml runs %s unprivileged, with a read-only root and external secrets',
    (name) => {
      const service = services[name] as {
        read_only: boolean;
        cap_drop: string[];
        environment: Record<string, string>;
      };
      expect(service.read_only).toBe(true);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.environment.PROJECT_SERVER_KEY).toMatch(/^\$\{PROJECT_SERVER_KEY:\?/);
      // The password is set separately, so that it can contain any character.
      expect(service.environment.DATABASE_URL).not.toContain('$');
      expect(service.environment.PGPASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    },
  );

  it('compose.yaml limits the memory of each service and gives it time to stop', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      if (name !== 'redis')
        expect([name, service.stop_grace_period]).toEqual([name, expect.stringMatching(/^\d\ds$/)]);
    }
  });
});

describe('the container image', () => {
  it('the container image runs without development dependencies', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    // The bundled packages, according to esbuild's comments, and the packages that are imported at run time.
    const used = new Set<string>();
    for (const file of readdirSync('dist').filter((name) => name.endsWith('.js'))) {
      const text = readFileSync(join('dist', file), 'utf8');
      for (const [, name = ''] of text.matchAll(/^\/\/ (node_modules\/(?:@[^/\n]+\/)?[^/\n]+)\//gm))
        used.add(name);
      for (const [, name = ''] of text.matchAll(/^(?:import\b.*?|\} from )"([^"./][^"]*)";$/gm))
        if (!isBuiltin(name)) used.add(`node_modules/${name}`);
    }
    expect([...used]).toEqual(
      expect.arrayContaining(['node_modules/undici', 'node_modules/@photostructure/sqlite']),
    );
    for (const name of used) {
      expect(packages).toHaveProperty([name]);
      expect(packages[name]?.dev).not.toBe(true);
    }
  });

  describe.skipIf(!existsSync('.next/BUILD_ID'))('the files of the last stage', () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-image-'));
    const data = mkdtempSync(join(tmpdir(), 'satchel-image-data-'));
    let server: ChildProcess;
    let base = '';

    beforeAll(async () => {
      for (const name of ['package.json', 'next.config.js', '.next', 'dist', 'public'])
        cpSync(name, join(folder, name), { recursive: true });
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
      const root = process.getuid?.() === 0;
      chmodSync(data, 0o777);
      chmodSync(folder, 0o755);
      spawnSync('chmod', ['-R', 'a-w', folder]);
      const port = await freePort();
      base = `http://127.0.0.1:${port}`;
      server = spawn(process.execPath, ['dist/server.js'], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          PORT: String(port),
          DATA_DIR: data,
          NEXT_TELEMETRY_DISABLED: '1',
        },
        stdio: 'ignore',
        // Runs as `nobody`, because the image runs unprivileged.
        ...(root ? { uid: 65534, gid: 65534 } : {}),
      });
      await untilStarted('the service and its dashboard are ready', async () => {
        const response = await fetch(`${base}/ready`).catch(() => undefined);
        return response?.ok === true && (await response.json()).dashboard === 'ok';
      });
    });
    afterAll(() => {
      server.kill('SIGKILL');
      spawnSync('chmod', ['-R', 'u+w', folder]);
      rmSync(folder, { recursive: true, force: true });
      rmSync(data, { recursive: true, force: true });
    });

    it('the files of the final Docker stage start in a read-only folder, serve a page and exit cleanly on SIGTERM', async () => {
      expect((await fetch(`${base}/ready`)).status).toBe(200);
      expect(await (await fetch(base)).text()).toContain('Satchel');
      const gone = new Promise((resolve) => server.once('exit', (code) => resolve(code)));
      server.kill('SIGTERM');
      expect(await gone).toBe(0);
    });
  });
});
