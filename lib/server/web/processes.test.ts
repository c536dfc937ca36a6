import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createImageLinks } from '@/lib/server/images/image-endpoints';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { openStore } from '@/lib/store/open';
import { gate } from '@/lib/testing/gate';
import { publicKeys } from '@/lib/testing/keys';
import { testNode } from '@/lib/testing/nodes/test-node';
import { freePort } from '@/lib/testing/servers/free-port';
import { metricOf } from '@/lib/testing/servers/metrics';
import { startTestPostgres } from '@/lib/testing/servers/postgres';
import {
  commandOf,
  descendantsOf,
  environmentOf,
  isRunning,
  listeningPorts,
  webProcessOf,
} from '@/lib/testing/servers/process-tree';
import {
  BENCH_AUTHORIZATION,
  BENCH_PROJECT,
  post,
  type Running,
  startService,
} from '@/lib/testing/servers/processes';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until, untilStarted } from '@/lib/testing/until';

// Tests the API process and the web process of the built service. Requires built pages; `npm test` builds them
// first.

const METRICS_TOKEN = 'metrics-token-of-the-api-process';
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'satchel-processes-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

const lookUp = (btcPublicKey: string) => ({
  id: 1,
  chainId: 31337,
  method: 'svc_aa_getBTCAccount',
  params: [{ name: 'BTC', version: '1.0.0', btcPublicKey }],
});
const [KEY = '', OTHER_KEY = '', ...KEYS] = publicKeys(60, 7_000_000);

const dashboardOf = async ({ base }: Pick<Running, 'base'>) => {
  const response = await fetch(`${base}/ready`);
  return [response.status, (await response.json()).dashboard] as const;
};
const isOk = async (service: Pick<Running, 'base'>) => (await dashboardOf(service))[1] === 'ok';
const isApiFine = async (service: Running) => {
  const { status } = await post(service, '/evm-chain', lookUp(KEY));
  return status === 200;
};
const logLines = ({ output }: Pick<Running, 'output'>) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Returns the process id of the web process, which must be running. */
function webOf({ pid }: Pick<Running, 'pid'>): number {
  const web = webProcessOf(pid);
  if (web === undefined) throw new Error('there is no web process');
  return web;
}

async function startBoth(env: Record<string, string> = {}): Promise<Running> {
  const service = await startService({ DASHBOARD: 'on', NEXT_TELEMETRY_DISABLED: '1', ...env });
  await untilStarted('the web process listens', () => isOk(service));
  return service;
}

describe.skipIf(!existsSync('.next/BUILD_ID'))('the two processes', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startBoth({ METRICS_TOKEN, LOG_LEVEL: 'debug' });
  });
  afterAll(() => service?.stop('SIGKILL'));

  it('the public port belongs to the API process, and the web process listens on loopback only', () => {
    const web = webOf(service);
    expect(listeningPorts(service.pid).map(({ port }) => port)).toEqual([service.port]);
    expect(listeningPorts(web).map(({ address }) => address)).toEqual(['127.0.0.1']);
  });

  it('secrets of the API process are not passed to the web process', () => {
    const environment = environmentOf(webOf(service));
    expect(environmentOf(service.pid)).toMatchObject({ METRICS_TOKEN });
    expect(environment).toMatchObject({ PROJECT_ID: '', PROJECT_SERVER_KEY: '', METRICS_TOKEN: '' });
    const text = JSON.stringify(environment) + commandOf(webOf(service)).join();
    for (const secret of [METRICS_TOKEN, BENCH_PROJECT.PROJECT_SERVER_KEY])
      expect(text).not.toContain(secret);
  });

  it('the heap size of the web process is limited', () => {
    const option = commandOf(webOf(service)).find((word) => word.startsWith('--max-old-space-size='));
    expect(Number(option?.split('=')[1])).toBeGreaterThanOrEqual(256);
  });

  it.each([
    '/',
    '/docs',
    `/account/${SAMPLE_WALLET}`,
    '/api/rpc/solana',
    `/api/holdings/${SAMPLE_WALLET}`,
    '/picture/a/b',
    '/media/a/b',
    '/og/account',
    '/_next/static/x.js',
    '/icon.svg',
    '/sample/a.webp',
    '/find',
    '/solana',
    '/evm-chain',
    '/metrics',
    '/health',
    '/no-such-page',
  ])('the web process rejects %s sent to its port without the secret', async (path) => {
    const port = listeningPorts(webOf(service))[0]?.port ?? 0;
    const lines = [
      '',
      'X-Satchel-Caller: \r\n',
      'X-Satchel-Caller: wrong 127.0.0.1 id\r\n',
      `X-Satchel-Caller: ${'A'.repeat(43)} 127.0.0.1 id\r\n`,
      'X-Satchel-Caller: undefined 127.0.0.1 id\r\n',
    ];
    for (const method of ['GET', 'POST'])
      for (const line of lines) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${line}Content-Length: 0\r\n\r\n`;
        const answer = await sendRaw(port, head);
        expect([answer.status, answer.body], method + line).toEqual([403, '']);
      }
  });

  it.each([
    '/x/../health',
    '/_next/../metrics',
    '/solana/./',
    '/docs/%2e%2e/ready',
    '/docs/.%2E\\ready',
    '/health/.',
    '/%73olana',
    '/%65vm-chain',
    '/solana%2Frpc',
    '/%6detrics',
    '/%72eady',
    '/%68ealth',
    '/solan%61/104',
  ])('returns 404 for %s, which is another spelling of an API path', async (path) => {
    const answer = await sendRaw(
      service.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${METRICS_TOKEN}\r\n\r\n`,
    );
    expect(answer.status).toBe(404);
  });

  it('only the API process accepts project credentials', async () => {
    const body = JSON.stringify(lookUp(KEY));
    const head = `Host: localhost\r\nContent-Type: application/json\r\nAuthorization: ${BENCH_AUTHORIZATION}\r\nContent-Length: ${body.length}`;
    for (const path of [
      '/api/../evm-chain',
      '/api/x/../../evm-chain',
      '/api/%2e%2e/evm-chain',
      '/api/./../evm-chain',
      '/api\\..\\evm-chain',
    ]) {
      const answer = await sendRaw(service.port, `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.body).not.toContain('smartAccountAddress');
    }
  });

  it('rejects pages and forms under unknown host names, whatever headers the request has', async () => {
    for (const lines of [
      'Host: evil.example',
      `Host: evil.example:${service.port}`,
      'Host: evil.example\r\nX-Forwarded-Host: localhost',
      'Host: evil.example\r\nForwarded: host=localhost',
      'Host: localhost.evil.example',
      'Host: localhost@evil.example',
    ])
      for (const path of ['/', '/api/rpc/evm-chain', '/find?q=x'])
        expect((await sendRaw(service.port, `GET ${path} HTTP/1.1\r\n${lines}\r\n\r\n`)).status, lines).toBe(
          421,
        );
    expect(
      (await sendRaw(service.port, 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n')).status,
    ).toBe(421);
    expect((await sendRaw(service.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).status).toBe(200);
  });

  it('the dashboard’s endpoint accepts only calls from pages of the same origin', async () => {
    const statusFrom = async (headers: Record<string, string>) =>
      (await post(service, '/api/rpc/evm-chain', lookUp(KEY), { Authorization: '', ...headers })).status;
    const webPort = listeningPorts(webOf(service))[0]?.port;
    for (const origin of ['http://evil.example', `http://127.0.0.1:${webPort}`, 'http://localhost', 'null'])
      expect(await statusFrom({ Origin: origin }), origin).toBe(403);
    expect(await statusFrom({ Origin: service.base })).toBe(200);
  });

  it('project calls are counted in the API process, and visitor calls in the web process', async () => {
    const counts = async () => {
      const text = await metricsText(service);
      const of = (process: string) =>
        metricOf(text, 'satchel_rpc_calls_total', { process, method: 'svc_aa_getBTCAccount', code: 0 }) || 0;
      return [of('api'), of('web')];
    };
    const [api = 0, web = 0] = await counts();
    await post(service, '/evm-chain', lookUp(KEY));
    expect(await counts()).toEqual([api + 1, web]);
    const visitor = await post(service, '/api/rpc/evm-chain', lookUp(KEY), SAME_ORIGIN);
    expect(visitor.status).toBe(200);
    expect(await counts()).toEqual([api + 1, web + 1]);
    const units = { process: 'web', project: BENCH_PROJECT.PROJECT_ID };
    expect(metricOf(await metricsText(service), 'satchel_project_units_total', units)).toBeNaN();
  });

  it('the API process and the web process share one store', async () => {
    const find = async (path: string, address: string, headers: Record<string, string>) => {
      const body = { id: 1, chainId: 31337, method: 'svc_aa_getBTCAccountsByAddress', params: [{ address }] };
      return JSON.stringify(await (await post(service, path, body, headers)).json());
    };
    for (const [recorded, found, key] of [
      ['/evm-chain', '/api/rpc/evm-chain', KEY],
      ['/api/rpc/evm-chain', '/evm-chain', OTHER_KEY],
    ] as const) {
      const answer = await post(service, recorded, lookUp(key), SAME_ORIGIN);
      const { smartAccountAddress } = (await answer.json()).result;
      expect(await find(found, smartAccountAddress, SAME_ORIGIN)).toContain(key);
    }
  });

  it('the metrics of both processes are served as one document, with a process label on each sample', async () => {
    const text = await metricsText(service);
    const families = new Map<string, number>();
    for (const line of text.trim().split('\n')) {
      const [, word, name = ''] = /^# (HELP|TYPE) (\w+) .+$/.exec(line) ?? [];
      if (word) families.set(`${word} ${name}`, (families.get(`${word} ${name}`) ?? 0) + 1);
      else if (line !== '')
        expect(line).toMatch(
          /^[a-zA-Z_:][\w:]*\{(?:\w+="(?:[^"\\]|\\.)*",)*\w+="(?:[^"\\]|\\.)*"\} (-?[\d.]+(e[+-]?\d+)?|[+-]?Inf|Nan)$/i,
        );
      if (line !== '' && !line.startsWith('#')) expect(line).toMatch(/[{,]process="(api|web)"[,}]/);
    }
    expect([...families.values()].every((count) => count === 1)).toBe(true);
    for (const process of ['api', 'web'])
      for (const name of [
        'process_start_time_seconds',
        'nodejs_heap_size_used_bytes',
        'satchel_work_units_under_way',
      ])
        expect(metricOf(text, name, { process }), `${name} ${process}`).not.toBeNaN();
  });

  it('the API process and the web process log the same request id', async () => {
    const answer = await post(service, '/api/rpc/evm-chain', '{"id":1}', SAME_ORIGIN);
    const id = answer.headers.get('x-request-id');
    await until('the web process has logged it', () =>
      logLines(service).some(({ requestId }) => requestId === id),
    );
    const call = await post(service, '/evm-chain', '{"id":1}');
    const ofCall = call.headers.get('x-request-id');
    await until('the API process has logged it', () =>
      logLines(service).some(({ requestId }) => requestId === ofCall),
    );
    expect(id).not.toBe(ofCall);
  });

  it.each(['', '?chain=abc', '?chain=999'])(
    'a holdings stream of a chain that is not served reports it: %j',
    async (query) => {
      const path = `/api/holdings/${SAMPLE_WALLET}${query}`;
      const response = await fetch(service.base + path, { headers: SAME_ORIGIN });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        type: 'failed',
        reason: 'unsupported-chain',
        retry: false,
      });
    },
  );

  it.each(['/nope', '/docs/nope', `/account/${SAMPLE_WALLET}/xx?chain=104`])(
    'the 404 page %s has one robots tag',
    async (path) => {
      const response = await fetch(service.base + path);
      expect(response.status).toBe(404);
      const tags = (await response.text()).match(/<meta name="robots"[^>]*>/g);
      expect(tags).toEqual(['<meta name="robots" content="noindex"/>']);
    },
  );

  it.each([`stake/${SAMPLE_WALLET}`, `holdings/${SAMPLE_WALLET}`, 'prices'])(
    '/api/%s names the chain parameter if it is not a chain id',
    async (path) => {
      const response = await fetch(`${service.base}/api/${path}?chain=abc`, { headers: SAME_ORIGIN });
      expect((await response.json()).message).toMatch(
        /^Expected a chain id as \?chain=\. This server serves /,
      );
    },
  );

  it('a holdings stream arrives completely, with or without compression', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const response = await fetch(`${service.base}/api/holdings/${SAMPLE_WALLET}?chain=104`, {
        headers: { ...SAME_ORIGIN, 'Accept-Encoding': encoding },
      });
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      const lines = (await response.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.at(-1)).toEqual({ type: 'done' });
    }
  });

  it.each([undefined, 'br', 'gzip;q=0', '*;q=0', 'identity'])(
    'does not compress a page for Accept-Encoding: %s, but sets Vary',
    async (accept) => {
      const lines = accept === undefined ? '' : `Accept-Encoding: ${accept}\r\n`;
      const { headers, body } = await sendRaw(
        service.port,
        `GET /docs HTTP/1.1\r\nHost: localhost\r\n${lines}Connection: close\r\n\r\n`,
      );
      expect([headers['content-encoding'], headers.vary]).toEqual([
        undefined,
        expect.stringContaining('Accept-Encoding'),
      ]);
      expect(body).toContain('</html>');
    },
  );

  it('handles HEAD, Range and If-None-Match requests like Next.js, and compresses other responses', async () => {
    const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
      fetch(service.base + path, { method, headers: { 'Accept-Encoding': 'gzip', ...headers } });
    const page = await ask('/docs', {});
    expect(page.headers.get('content-encoding')).toBe('gzip');
    expect(page.headers.get('vary')).toContain('Accept-Encoding');
    const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(await page.text()) ?? [];
    expect((await ask('/docs', {}, 'HEAD')).headers.get('content-encoding')).toBeNull();
    const asset = await ask(script, {});
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    // A strong tag would promise identical bytes, which compression changes (RFC 9110 §8.8.1).
    const tag = asset.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\//);
    expect(asset.headers.get('vary')).toContain('Accept-Encoding');
    // Send the request over a socket: `fetch` would add Cache-Control: no-cache.
    const lines = `Host: localhost\r\nAccept-Encoding: gzip\r\nIf-None-Match: ${tag}\r\nConnection: close`;
    expect((await sendRaw(service.port, `GET ${script} HTTP/1.1\r\n${lines}\r\n\r\n`)).status).toBe(304);
    const range = await ask('/icon-512.png', { Range: 'bytes=0-9' });
    expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });
});

/** Returns the metrics of both processes. Retries while the web process takes longer than 1 s to send its metrics. */
async function metricsText({ base }: Pick<Running, 'base'>): Promise<string> {
  let text = '';
  await until('the metrics contain the web process', async () => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    text = await (await fetch(`${base}/metrics`, { headers })).text();
    return text.includes('process="web"');
  });
  return text;
}

describe.skipIf(!existsSync('.next/BUILD_ID'))('limits of visitors', () => {
  it('visitor limits apply to the address determined by the API process, and not to projects', async () => {
    const service = await startBoth({ TRUST_PROXY: '1', RATE_LIMIT_PER_SECOND: '5' });
    try {
      const visit = async (address: string, headers: Record<string, string> = {}) => {
        const sent = { ...SAME_ORIGIN, 'X-Forwarded-For': address, ...headers };
        return (await post(service, '/api/rpc/evm-chain', lookUp(KEY), sent)).status;
      };
      const forged = { 'X-Satchel-Caller': 'x 192.0.2.9 y' };
      const many = (headers: Record<string, string>) =>
        Promise.all(Array.from({ length: 25 }, () => visit('192.0.2.1', headers)));
      await until('a visitor has used up its units', async () => (await many({})).includes(429));
      await until('a forged header does not help', async () => (await many(forged)).includes(429));
      expect(await visit('192.0.2.2')).toBe(200);
      expect((await post(service, '/evm-chain', lookUp(KEY))).status).toBe(200);
    } finally {
      await service.stop('SIGKILL');
    }
  });
});

describe.skipIf(!existsSync('.next/BUILD_ID'))('the start', () => {
  /** Creates a copy of the service's folder with a `.env` file. */
  function rootWith(
    dotenv: string,
    names = ['.next', 'dist', 'node_modules', 'public', 'package.json', 'next.config.js'],
  ) {
    const root = folder();
    for (const name of names) symlinkSync(join(process.cwd(), name), join(root, name));
    writeFileSync(join(root, '.env'), dotenv);
    return root;
  }

  it('only the API process loads .env, and the secrets in .env are not passed to the web process', async () => {
    const root = rootWith(`METRICS_TOKEN=${METRICS_TOKEN}\nFROM_FILE=first\n`);
    const environments = folder();
    const service = await startBoth({
      SATCHEL_ROOT: root,
      ENVIRONMENT_FOLDER: environments,
      NODE_OPTIONS: `--import=${join(process.cwd(), 'lib/testing/servers/environment-on-signal.mjs')}`,
    });
    try {
      const environment = async (pid: number) => {
        process.kill(pid, 'SIGUSR2');
        const file = join(environments, `${pid}.json`);
        await until('it has written its environment', () => existsSync(file));
        return JSON.parse(readFileSync(file, 'utf8'));
      };
      expect((await fetch(`${service.base}/docs`)).status).toBe(200);
      expect(await environment(service.pid)).toMatchObject({ METRICS_TOKEN, FROM_FILE: 'first' });
      const first = webOf(service);
      expect(await environment(first)).toMatchObject({ METRICS_TOKEN: '', FROM_FILE: 'first' });

      writeFileSync(join(root, '.env'), `METRICS_TOKEN=${METRICS_TOKEN}\nFROM_FILE=second\nLATER=x\n`);
      process.kill(first, 'SIGKILL');
      await untilStarted('another web process listens', async () => {
        const web = webProcessOf(service.pid);
        return web !== undefined && web !== first && (await isOk(service));
      });
      expect((await fetch(`${service.base}/docs`)).status).toBe(200);
      const again = await environment(webOf(service));
      expect(again).toMatchObject({ METRICS_TOKEN: '', FROM_FILE: 'first' });
      expect(again.LATER).toBeUndefined();
    } finally {
      await service.stop('SIGKILL');
    }
  });

  it('serves the API and reports the dashboard as unavailable if the web process fails at every start', async () => {
    const root = rootWith('', ['dist', 'node_modules', 'package.json', 'next.config.js']);
    const service = await startService(
      { DASHBOARD: 'on', LOG_LEVEL: 'error', SATCHEL_ROOT: root },
      { awaitsDashboard: false },
    );
    try {
      const delays = () =>
        logLines(service).flatMap(({ restartMs }) => (restartMs === undefined ? [] : [restartMs]));
      await untilStarted('it has failed three times', () => delays().length >= 3);
      expect(delays().slice(0, 3)).toEqual([500, 1000, 2000]);
      expect(await dashboardOf(service)).toEqual([200, 'unavailable']);
      expect(await isApiFine(service)).toBe(true);
      const page = await fetch(service.base);
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
    } finally {
      await service.stop();
    }
  });
});

describe.skipIf(!existsSync('.next/BUILD_ID'))('the service', () => {
  let service: Running | undefined;
  /** Ids of all processes of the service. All of them must end. */
  const tree = new Set<number>();
  const note = ({ pid }: Pick<Running, 'pid'>) => {
    const all = [pid, ...descendantsOf(pid)];
    for (const each of all) tree.add(each);
    return all;
  };
  const allEnded = (pids: Iterable<number>) =>
    until('all processes have ended', () => [...pids].every((pid) => !isRunning(pid)));
  afterEach(async () => {
    await service?.stop('SIGKILL');
    service = undefined;
    try {
      // The web process must end when the channel to the API process closes.
      await allEnded(tree);
    } finally {
      for (const pid of [...tree].filter(isRunning)) process.kill(pid, 'SIGKILL');
      tree.clear();
    }
  });

  it('all processes end, including the image decoder, when the API process is killed', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const host = await staticHost((_path, response) =>
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture),
    );
    const DATA_DIR = folder();
    service = await startBoth({ DATA_DIR, METADATA_ALLOW_HOSTS: host.host });
    const store = await openStore({
      databaseUrl: undefined,
      dataDir: DATA_DIR,
      deadlineMs: 10_000,
      migrate: false,
    });
    const links = createImageLinks(await store.secrets.getOrCreate('image-links'));
    await store.close();
    const image = await fetch(service.base + links.image(`${host.origin}/1.png`));
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const web = webOf(service);
    const decoders = descendantsOf(web);
    expect(decoders).toHaveLength(1);
    expect(commandOf(decoders[0] ?? 0).at(-1)).toContain('image.worker.js');

    const all = note(service);
    expect(all).toHaveLength(3);
    service.child.kill('SIGKILL');
    await allEnded(all);
    await host.close();
  });

  it('the API keeps working when the web process is killed, and the web process is restarted', async () => {
    service = await startBoth({ LOG_LEVEL: 'error' });
    const first = webOf(service);
    note(service);
    process.kill(first, 'SIGKILL');
    const statuses = new Set<number>();
    for (let isBack = false; !isBack; ) {
      const [page, ready] = await Promise.all([
        fetch(`${service.base}/docs`),
        dashboardOf(service),
        ...KEYS.slice(0, 5).map(async (key) => {
          expect((await post(service as Running, '/evm-chain', lookUp(key))).status).toBe(200);
        }),
      ]);
      statuses.add(page.status);
      if (page.status !== 200) expect(page.headers.get('retry-after')).toBe('2');
      expect(ready[0]).toBe(200);
      await page.text();
      isBack = page.status === 200 && webProcessOf(service.pid) !== first && ready[1] === 'ok';
    }
    for (const status of statuses) expect([200, 502, 503]).toContain(status);
    note(service);
    expect(webOf(service)).not.toBe(first);
  });

  it('the API process keeps its Postgres connections when the web process is killed', async () => {
    const database = await startTestPostgres();
    const url = await database.createDatabase();
    const sql = postgres(url, { max: 1 });
    const sessions = async () => {
      const rows = await sql<
        { pid: number }[]
      >`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      return new Set(rows.map(({ pid }) => pid));
    };
    try {
      service = await startBoth({ DATABASE_URL: url });
      note(service);
      await until('both processes are connected', async () => (await sessions()).size >= 2);
      const before = await sessions();
      process.kill(webOf(service), 'SIGKILL');
      await until('the connections of one process are gone', async () => {
        const now = await sessions();
        return [...before].some((pid) => !now.has(pid));
      });
      const after = await sessions();
      expect([...before].some((pid) => after.has(pid))).toBe(true);
      expect(await isApiFine(service)).toBe(true);
      note(service);
    } finally {
      await sql.end();
      await service?.stop('SIGKILL');
      await database.stop();
    }
  });

  const OWNER = addressOf('two processes');
  /**
   * Opens a stream of the web process and waits until its listing queries the node. The stream ends
   * when the gate `held` opens.
   */
  async function streamUnderWay(started: Pick<Running, 'base'>, node: { inFlight: () => number }) {
    const response = fetch(`${started.base}/api/holdings/${OWNER}?chain=102`, { headers: SAME_ORIGIN });
    await until('the listing asks the node', () => node.inFlight() > 0);
    return response;
  }
  async function heldNode() {
    const held = gate();
    const answers = sampleNode(snapshotOf(1, nftWallet(OWNER, 3)));
    const node = await testNode(async (method, params, signal) => {
      await held.opened;
      return answers(method, params, signal);
    });
    return { node, held };
  }
  const isWhole = async (response: Promise<Response>) => {
    const lines = (await (await response).text()).trim().split('\n');
    return JSON.parse(lines.at(-1) ?? '').type === 'done';
  };

  it('a compressed stream arrives line by line', async () => {
    const { node, held } = await heldNode();
    service = await startBoth({ SOLANA_RPC_URL_102: node.url });
    note(service);
    const response = await fetch(`${service.base}/api/holdings/${OWNER}?chain=102`, {
      headers: { ...SAME_ORIGIN, 'Accept-Encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      // The first line says that the node has not responded yet; only then does it respond.
      held.open();
    }
    expect(text.trim().split('\n').length).toBeGreaterThan(1);
    expect(JSON.parse(text.trim().split('\n').at(-1) ?? '').type).toBe('done');
    await node.close();
  });

  it('after SIGTERM, the stream of a page is finished before both processes end', async () => {
    const { node, held } = await heldNode();
    service = await startBoth({ SOLANA_RPC_URL_102: node.url });
    const { child, base } = service;
    const all = note(service);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const stream = streamUnderWay(service, node);
    await until('the listing asks the node', () => node.inFlight() > 0);
    child.kill('SIGTERM');
    await until('it takes no more connections', () =>
      fetch(base).then(
        () => false,
        () => true,
      ),
    );
    held.open();
    expect(await isWhole(stream)).toBe(true);
    expect(await exited).toBe(0);
    await allEnded(all);
    await node.close();
  });

  it('the stream of a page is finished when a terminal sends SIGINT to all processes', async () => {
    const { node, held } = await heldNode();
    const port = await freePort();
    const child = spawn(process.execPath, ['dist/server.js'], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ...BENCH_PROJECT,
        PORT: String(port),
        DATA_DIR: folder(),
        LOG_LEVEL: 'warn',
        SOLANA_RPC_URL_102: node.url,
        NEXT_TELEMETRY_DISABLED: '1',
      },
      stdio: 'ignore',
      // Start the service in a new process group.
      detached: true,
    });
    const pid = child.pid ?? 0;
    const started = { base: `http://127.0.0.1:${port}`, pid };
    tree.add(pid);
    await untilStarted('it listens', () => isOk(started).catch(() => false));
    const all = note(started);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const stream = streamUnderWay(started, node);
    await until('the listing asks the node', () => node.inFlight() > 0);
    process.kill(-pid, 'SIGINT');
    await until('it takes no more connections', () =>
      fetch(started.base).then(
        () => false,
        () => true,
      ),
    );
    held.open();
    expect(await isWhole(stream)).toBe(true);
    expect(await exited).toBe(0);
    await allEnded(all);
    await node.close();
  });

  it('while the web process hangs, the service serves the API, and both processes end after the deadline', async () => {
    const deadlineMs = 10_000;
    service = await startBoth({ REQUEST_DEADLINE_MS: String(deadlineMs) });
    const all = note(service);
    process.kill(webOf(service), 'SIGSTOP');
    const page = fetch(service.base).then(
      ({ status }) => status,
      () => 'no answer',
    );
    for (const key of KEYS.slice(0, 20))
      expect((await post(service, '/evm-chain', lookUp(key))).status).toBe(200);
    expect((await dashboardOf(service))[0]).toBe(200);
    expect((await fetch(`${service.base}/metrics`)).status).toBe(200);
    const exited = new Promise((resolve) => service?.child.once('exit', resolve));
    const startedAt = performance.now();
    service.child.kill('SIGTERM');
    await exited;
    // The page in flight has until the deadline. The stopped process cannot end by itself.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(deadlineMs);
    expect(await page).toBe('no answer');
    await allEnded(all);
  });

  it('a second SIGTERM ends both processes without waiting for the deadline, even if the web process hangs', async () => {
    service = await startBoth({ LOG_LEVEL: 'info' });
    const { child } = service;
    const all = note(service);
    process.kill(webOf(service), 'SIGSTOP');
    const page = fetch(service.base).catch(() => undefined);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await until('it is stopping', () =>
      logLines(service as Running).some(({ signal }) => signal === 'SIGTERM'),
    );
    child.kill('SIGTERM');
    expect(await exited).toBe(1);
    await page;
    await allEnded(all);
  });
});
