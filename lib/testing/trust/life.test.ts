import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { WORK_UNITS } from '@/lib/services/work-units';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { openSqlite } from '@/lib/store/sqlite/database';
import { gate } from '@/lib/testing/gate';
import { publicKeys } from '@/lib/testing/keys';
import { count, randomNumbers } from '@/lib/testing/measure';
import { testNode } from '@/lib/testing/nodes/test-node';
import { freePort } from '@/lib/testing/servers/free-port';
import { metricOf } from '@/lib/testing/servers/metrics';
import { BENCH_AUTHORIZATION, post, type Running, startService } from '@/lib/testing/servers/processes';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Tests the real process: start, failed start, stop, kill, shared stores, and the files and logs that it writes.

const made: string[] = [];
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'satchel-life-'));
  made.push(path);
  return path;
};
const running: Running[] = [];
const start = async (env: Record<string, string> = {}) => {
  const service = await startService(env);
  running.push(service);
  return service;
};
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop('SIGKILL')));
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

const lookUp = (btcPublicKey: string, id = 1) => ({
  id,
  chainId: 31337,
  method: 'svc_aa_getBTCAccount',
  params: [{ name: 'BTC', version: '2.0.0', btcPublicKey }],
});
const byAddress = (address: string, id = 1) => ({
  id,
  chainId: 31337,
  method: 'svc_aa_getBTCAccountsByAddress',
  params: [{ address }],
});
const listing = (owner: string) => ({
  id: 1,
  chainId: 101,
  method: 'enhancedGetTokensAndNFTs',
  params: [owner],
});
const STACK = /\n\s+at |node_modules|\.ts:\d|\.js:\d/;

describe('startup', () => {
  /** Starts the service with this environment. Returns its exit code and output. */
  const startWith = (env: Record<string, string>) =>
    new Promise<{ code: number | null; words: string }>((resolve) => {
      const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server.js'], {
        env: {
          NODE_ENV: 'production',
          PATH: process.env.PATH,
          DASHBOARD: 'off',
          PORT: '0',
          DATA_DIR: folder(),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let words = '';
      child.stdout.on('data', (chunk: Buffer) => {
        words += chunk;
      });
      child.stderr.on('data', (chunk: Buffer) => {
        words += chunk;
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), 150_000);
      child.once('close', (code) => {
        clearTimeout(timer);
        resolve({ code, words });
      });
    });

  const WRONG: Record<string, string> = {
    PORT: '65536',
    PROJECT_ID: 'a:b',
    PROJECT_SERVER_KEY: 'short-secret',
    DATABASE_URL: 'mysql://user:secret-in-url@db',
    REDIS_URL: 'http://:secret-in-url@x',
    SOLANA_RPC_URL_101: 'ftp://secret-in-url',
    SOLANA_DAS_URL_101: 'secret-in-url',
    EVM_RPC_URL_1: 'ws://secret-in-url',
    EVM_CHAINS: '1,x',
    SAMPLE_NETWORK: 'maybe',
    IPFS_GATEWAYS: 'ipfs.example',
    ARWEAVE_GATEWAYS: ',',
    METADATA_ALLOW_HOSTS: 'localhost',
    DASHBOARD: 'perhaps',
    RATE_LIMIT_PER_SECOND: 'NaN',
    TRUST_PROXY: '-1',
    PUBLIC_URL: 'satchel.example',
    REQUEST_DEADLINE_MS: '0',
    SOLANA_CACHE_MS: '1e3',
    DEFAULT_EVM_CHAIN_ID: '1',
    RPC_METHOD_PREFIX: 'acme',
    SDK_COMPAT: '2',
    METRICS_TOKEN: 'short-secret',
    LOG_LEVEL: 'loud',
  };

  it('a failed start names every invalid variable, without repeating URLs', async () => {
    const { code, words } = await startWith(WRONG);
    expect(code).toBe(1);
    for (const name of Object.keys(WRONG)) expect(words).toMatch(new RegExp(`^ {2}${name}: .{10,}`, 'm'));
    expect(words).not.toContain('secret-in-url');
    expect(words).not.toContain('short-secret');
    expect(words).not.toMatch(STACK);
  });

  it('a failed start explains problems that no variable causes', async () => {
    const file = join(folder(), 'a-file');
    writeFileSync(file, '');
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const cases: [env: Record<string, string>, words: RegExp][] = [
      [{ PORT: String(port) }, new RegExp(`PORT: .*${port} is in use`)],
      [{ HOST: 'nonsense.invalid' }, /^satchel: HOST: /m],
      [{ HOST: '192.0.2.1' }, /^satchel: HOST: /m],
      [{ DATA_DIR: join(file, 'data') }, /a-file/],
      [{ DATA_DIR: '/sys/kernel/nothing' }, /\/sys\/kernel\/nothing/],
      [{ PROJECT_ID: 'alone' }, /PROJECT_SERVER_KEY/],
      [
        { DATABASE_URL: 'postgres://secret-user:secret-in-url@127.0.0.1:1/secret-name' },
        /^satchel: DATABASE_URL: the database cannot be used: connection refused \(ECONNREFUSED\)$/m,
      ],
      [
        { DATABASE_URL: 'postgres://secret-user:secret-in-url@secret-host.invalid/secret-name' },
        /^satchel: DATABASE_URL: the database cannot be used: the host name cannot be resolved \(E[A-Z_]+\)$/m,
      ],
    ];
    const ended = await Promise.all(cases.map(([env]) => startWith(env)));
    ended.forEach(({ code, words }, index) => {
      expect(words).toMatch(cases[index]?.[1] ?? /$^/);
      expect(words).toMatch(/^satchel: /m);
      expect(code).toBe(1);
      expect(words).not.toContain('secret-');
      if (cases[index]?.[0].DATABASE_URL) expect(words).not.toContain('127.0.0.1');
      expect(words).not.toMatch(STACK);
    });
    taken.close();
  });

  it('warns at startup only when listening beyond loopback without TLS', async () => {
    // The service does not recognize 127.0.0.2 as a loopback address, so it can stand for an external one.
    const wordsOf = async (env: Record<string, string>) => {
      const port = String(await freePort());
      const child = spawn(process.execPath, ['dist/server.js'], {
        env: {
          NODE_ENV: 'production',
          PATH: process.env.PATH,
          DASHBOARD: 'off',
          PORT: port,
          DATA_DIR: folder(),
          ...env,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      let words = '';
      child.stderr.on('data', (chunk: Buffer) => {
        words += chunk;
      });
      await until('it prints how to call it', () => words.includes('curl'));
      // Once the service responds, it has printed all startup messages.
      await fetch(`http://${env.HOST ?? '127.0.0.1'}:${port}/health`);
      child.kill('SIGKILL');
      await ended;
      return words;
    };
    expect(await wordsOf({ HOST: '127.0.0.2' })).toMatch(/Warning: listening beyond loopback without TLS/);
    expect(await wordsOf({})).not.toMatch(/Warning/);
    expect(await wordsOf({ HOST: '127.0.0.2', PUBLIC_URL: 'https://satchel.example' })).not.toMatch(
      /Warning/,
    );
  });
});

describe('shutdown', () => {
  /** Creates a node that delays its responses until the gate opens. */
  async function heldNode(accounts: SnapshotAccount[]) {
    const held = gate();
    const answers = sampleNode(snapshotOf(1, accounts));
    const node = await testNode(async (method, params, signal) => {
      await held.opened;
      return answers(method, params, signal);
    });
    return { node, held };
  }
  /** Checks whether a service refuses new connections because it is stopping. */
  const isStopping = ({ port }: Running) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
      socket.once('connect', () => socket.destroy());
    });

  const [early, late] = [count(60, 16), 40];
  it(`answers each of ${early + late} requests around SIGTERM correctly or with 503, and then exits`, async () => {
    const owners = Array.from({ length: early }, (_, i) => addressOf(`life ${i}`));
    const { node, held } = await heldNode(owners.flatMap((owner) => nftWallet(owner, 3)));
    const service = await start({
      SOLANA_RPC_URL_101: node.url,
      SOLANA_CACHE_MS: '0',
    });
    const exited = new Promise<number | null>((resolve) => service.child.once('exit', resolve));
    // How many listings are accepted depends on the CPU load.
    const refused = new Set<unknown>();
    const first = owners.map(async (owner) => {
      const answer = await post(service, '/solana', listing(owner));
      if (answer.status === 503) refused.add(owner);
      return answer;
    });
    await until('each listing is in flight or rejected', async () => {
      const metrics = await (await fetch(`${service.base}/metrics`)).text();
      const units = metricOf(metrics, 'satchel_work_units_under_way');
      return units === (early - refused.size) * WORK_UNITS.holdings;
    });
    service.child.kill('SIGTERM');
    await until('it stops', () => isStopping(service));
    // Send more requests, over open and new connections.
    const more = publicKeys(late).map((key) =>
      post(service, '/evm-chain', lookUp(key)).catch(() => undefined),
    );
    for (const answer of await Promise.all(more)) {
      if (answer === undefined) continue; // The connection was refused: the service is no longer listening.
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
      expect((await answer.json()).error.data.reason).toBe('shutting-down');
    }
    held.open();
    for (const answer of await Promise.all(first)) {
      const { result, error } = await answer.json();
      if (answer.status === 503) expect(error.data.reason).toBe('overloaded');
      else expect(result.nfts).toHaveLength(3);
    }
    expect(refused.size).toBeLessThan(early);
    expect(await exited).toBe(0);
    await node.close();
  });

  it('answers each of 15 listings in flight at SIGTERM, even if they take until their deadline', async () => {
    const node = await testNode(() => new Promise(() => {}));
    const service = await start({ SOLANA_RPC_URL_101: node.url, REQUEST_DEADLINE_MS: '10000' });
    const exited = new Promise<number | null>((resolve) => service.child.once('exit', resolve));
    const owners = Array.from({ length: 15 }, (_, i) => addressOf(`hanging ${i}`));
    const answers = owners.map(async (owner) => {
      const answer = await post(service, '/solana', listing(owner));
      return (await answer.json()).error.data.reason as string;
    });
    await until('each listing is in flight', async () => {
      const metrics = await (await fetch(`${service.base}/metrics`)).text();
      return metricOf(metrics, 'satchel_work_units_under_way') === owners.length * WORK_UNITS.holdings;
    });
    service.child.kill('SIGTERM');
    expect(await Promise.all(answers)).toEqual(owners.map(() => 'deadline-exceeded'));
    expect(await exited).toBe(0);
    await node.close();
  });

  it('answers a request whose body is incomplete with 503 at the end of a shutdown', async () => {
    const service = await start({ REQUEST_DEADLINE_MS: '500' });
    const exited = new Promise<number | null>((resolve) => service.child.once('exit', resolve));
    const socket = connect(service.port, '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', () => {});
    socket.write(
      `POST /solana HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nAuthorization: ${BENCH_AUTHORIZATION}\r\nContent-Length: 100\r\n\r\n`,
    );
    await until('the body is being read', () => received.includes('100 Continue'));
    service.child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(received).toMatch(/\r\n\r\nHTTP\/1\.1 503 /);
    expect(received).toContain('"reason":"shutting-down"');
  });

  it('a process that shuts down answers new requests on open connections with 503 and Retry-After', async () => {
    const owner = addressOf('life ready');
    const { node, held } = await heldNode(nftWallet(owner, 1));
    const service = await start({ SOLANA_RPC_URL_101: node.url });
    const exited = new Promise((resolve) => service.child.once('exit', resolve));
    const socket = connect(service.port, '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', () => {});
    const body = JSON.stringify(lookUp(publicKeys(1)[0] ?? ''));
    const head = `POST /evm-chain HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${BENCH_AUTHORIZATION}\r\nContent-Length: ${body.length}\r\n\r\n`;
    // Half of the head is sent before the signal, so that the connection is not idle and its request counts as new
    // work.
    socket.write(head.slice(0, 40));
    const underWay = post(service, '/solana', listing(owner));
    await until('the listing calls the node', () => node.inFlight() > 0);
    service.child.kill('SIGTERM');
    await until('it stops', () => isStopping(service));
    socket.write(`${head.slice(40)}${body}`);
    await until('the late request is answered', () => received.includes('shutting-down'));
    expect(received).toMatch(/^HTTP\/1\.1 503/);
    expect(received).toMatch(/\r\nRetry-After: 2\r\n/i);
    held.open();
    expect((await underWay).status).toBe(200);
    await exited;
    await node.close();
  });

  const rounds = count(20, 3);
  const perRound = 1_000;
  it(`every lookup answered before kill -9 is found once after a restart, in ${rounds} rounds of ${perRound}`, async () => {
    const DATA_DIR = folder();
    const keys = publicKeys(rounds * perRound, 9_000_000);
    const random = randomNumbers(Date.now());
    const answered: { key: string; address: string }[] = [];
    let killed = 0;
    for (let round = 0; round < rounds; round++) {
      const service = await start({ DATA_DIR });
      const killAfter = 1 + Math.floor(random() * perRound * 0.7);
      let next = round * perRound;
      let count = 0;
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          while (next < (round + 1) * perRound) {
            const key = keys[next++] ?? '';
            const answer = await post(service, '/evm-chain', lookUp(key))
              .then((response) => response.json())
              .catch(() => undefined);
            if (answer === undefined) return; // The process was killed before it responded.
            answered.push({ key, address: answer.result.smartAccountAddress });
            if (++count === killAfter) service.child.kill('SIGKILL');
          }
        }),
      );
      if (count < perRound) killed++;
      await service.stop('SIGKILL');
    }
    expect(killed).toBe(rounds);
    expect(answered.length).toBeGreaterThanOrEqual(rounds);
    const service = await start({ DATA_DIR });
    for (let at = 0; at < answered.length; at += 100) {
      const part = answered.slice(at, at + 100);
      const found = await (
        await post(
          service,
          '/evm-chain',
          part.map(({ address }, index) => byAddress(address, index)),
        )
      ).json();
      part.forEach(({ key }, index) => {
        const rows: { publicKey: string; btcAddress: string }[] = found[index].result;
        // The store must contain each of the key's four address types once.
        expect(rows.map(({ publicKey }) => publicKey)).toEqual([key, key, key, key]);
        expect(new Set(rows.map(({ btcAddress }) => btcAddress)).size).toBe(4);
      });
    }
    await service.stop();
    const connection = openSqlite(join(DATA_DIR, 'satchel.db'));
    expect(connection.all('PRAGMA integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
    const [counts] = connection.all(
      'SELECT count(*) AS rows, count(DISTINCT public_key) AS keys FROM btc_keys',
    );
    expect(counts?.rows).toBe(counts?.keys);
    connection.close();
    process.stdout.write(`killed ${killed} times, ${answered.length} answered lookups found again\n`);
  }, 300_000);
});

describe('a shared store', () => {
  it('two processes on one store find each other’s records at once, without duplicate rows', async () => {
    const DATA_DIR = folder();
    const two = [await start({ DATA_DIR }), await start({ DATA_DIR })] as const;
    const keys = publicKeys(200, 8_000_000);
    const answers = await Promise.all(
      keys.flatMap((key, index) =>
        // Half of the keys are looked up in both processes at the same time.
        two
          .filter((_, which) => index % 2 === 0 || which === (index >> 1) % 2)
          .map(async (service) => (await post(service, '/evm-chain', lookUp(key))).json()),
      ),
    );
    const addresses = new Map<string, string>(
      answers.map(({ result }) => [result.btcPublicKey, result.smartAccountAddress]),
    );
    expect(addresses.size).toBe(200);
    for (const service of two) {
      for (const part of [keys.slice(0, 100), keys.slice(100)]) {
        const found = await (
          await post(
            service,
            '/evm-chain',
            part.map((key, id) => byAddress(addresses.get(key) ?? '', id)),
          )
        ).json();
        part.forEach((key, index) => {
          expect(found[index].result.map(({ publicKey }: { publicKey: string }) => publicKey)).toEqual([
            key,
            key,
            key,
            key,
          ]);
        });
      }
    }
  });

  it('revocations and rotations by another process take effect over HTTP', async () => {
    const DATA_DIR = folder();
    const service = await start({ DATA_DIR });
    const project = (...args: string[]) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, ['dist/project.js', ...args], {
        env: { NODE_ENV: 'production', PATH: process.env.PATH, DATA_DIR },
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      return stdout + stderr;
    };
    const words = project('create', 'to be revoked');
    const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(words) ?? [];
    const [key = ''] = /[A-Za-z0-9_-]{43}/.exec(words.replace(id, '')) ?? [];
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    const status = async () =>
      (await post(service, '/evm-chain', lookUp(publicKeys(1)[0] ?? ''), { Authorization: authorization }))
        .status;
    expect(await status()).toBe(200);
    project('revoke', id);
    await until('the revoked key is rejected', async () => (await status()) === 401);
    project('rotate', id);
    await sleep(1000);
    expect(await status()).toBe(401);
  });
});

describe('the process', () => {
  it('creates files in DATA_DIR that other users cannot read, whatever the umask', async () => {
    const DATA_DIR = join(folder(), 'made', 'data');
    const service = await startService({ DATA_DIR }, { shell: 'umask 000' });
    running.push(service);
    await post(service, '/evm-chain', lookUp(publicKeys(1)[0] ?? ''));
    const files = readdirSync(DATA_DIR);
    expect(files.length).toBeGreaterThan(0);
    for (const path of [DATA_DIR, ...files.map((name) => join(DATA_DIR, name))])
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  });

  it('the log and the answers contain no key, query credential, Authorization header or upstream address', async () => {
    const node = await testNode(async () => Promise.reject(new Error('x')));
    node.fault = () => ({ status: 500, body: 'upstream-words' });
    const secretUrl = node.url
      .replace('http://', 'http://user:upstream-password@')
      .concat('?api-key=upstream-key');
    const service = await start({
      SOLANA_RPC_URL_101: secretUrl,
      EVM_RPC_URL_1: secretUrl,
      SDK_COMPAT: 'true',
      METRICS_TOKEN: 'metrics-token-secret',
      LOG_LEVEL: 'trace',
      REQUEST_DEADLINE_MS: '600',
    });
    const key = publicKeys(1)[0] ?? '';
    const wrong = `Basic ${Buffer.from('bench-project:wrong-key-secret').toString('base64')}`;
    const [, right = ''] = BENCH_AUTHORIZATION.split(' ');
    const ids: string[] = [];
    const texts: string[] = [];
    const note = async (response: Response) => {
      ids.push(response.headers.get('x-request-id') ?? '');
      texts.push(await response.text());
      return response.status;
    };
    const query = '?projectUuid=bench-project&projectKey=';
    const statuses = [
      await note(await post(service, '/evm-chain', lookUp(key))),
      await note(await post(service, '/evm-chain', lookUp(key), { Authorization: wrong })),
      await note(
        await post(service, '/evm-chain', lookUp(key), {
          Authorization: 'Bearer bearer-secret',
          Cookie: 'cookie-secret=1',
        }),
      ),
      await note(
        await fetch(`${service.base}/evm-chain${query}wrong-query-secret`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(lookUp(key)),
        }),
      ),
      await note(
        await fetch(`${service.base}/evm-chain${query}bench-server-key-of-loopback`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(lookUp(key)),
        }),
      ),
      await note(await post(service, '/solana', listing(addressOf('x')))),
      await note(await post(service, '/evm-chain', { ...lookUp(key), chainId: 1 })),
      await note(await post(service, '/evm-chain', `{"id":1,"secret-in-body`)),
      await note(
        await fetch(`${service.base}/metrics`, { headers: { Authorization: 'Bearer wrong-metrics-secret' } }),
      ),
      await note(await fetch(`${service.base}/ready`)),
      await note(await fetch(`${service.base}/none?projectKey=query-of-a-page-secret`)),
    ];
    expect(statuses).toEqual([200, 401, 401, 401, 200, 200, 200, 200, 403, 200, 404]);
    expect(ids.every((id) => /^[\w-]{8,}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    // Every call to the endpoint, including rejected ones, has a log line with its id.
    await until('each call is in the log', () =>
      ids.slice(0, 8).every((id) => service.output().includes(`"requestId":"${id}"`)),
    );
    const log = service.output();
    for (const line of log.split('\n').filter((line) => line.startsWith('{'))) JSON.parse(line);
    const everything = log + texts.join('\n');
    for (const secret of [
      'bench-server-key-of-loopback',
      right,
      'wrong-key-secret',
      wrong.slice(6),
      'bearer-secret',
      'cookie-secret',
      'wrong-query-secret',
      'upstream-password',
      'upstream-key',
      'upstream-words',
      'metrics-token-secret',
      'wrong-metrics-secret',
      'secret-in-body',
      'query-of-a-page-secret',
    ])
      expect(everything).not.toContain(secret);
    for (const text of texts) expect(text).not.toMatch(STACK);
    expect(texts.join('\n')).not.toContain(new URL(node.url).port);
    await node.close();
  });
});
