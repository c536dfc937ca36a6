import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { until } from '@/lib/testing/until';
import { createLog } from '../telemetry/log';
import { WebProcess } from './web-process';

// Tests the supervisor of the web process. Small scripts replace the web process.

const folder = mkdtempSync(join(tmpdir(), 'satchel-web-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const started: WebProcess[] = [];
afterEach(() => {
  for (const web of started.splice(0)) web.kill();
});

let count = 0;
/** Starts a web process that runs `source` as an ES module. */
function start(source: string) {
  const script = join(folder, `${count++}.mjs`);
  writeFileSync(script, source);
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const web = new WebProcess(process.env, 64, script);
  started.push(web);
  web.start(log);
  return { web, lines, logged: () => lines.map((line) => JSON.parse(line)) };
}

const LISTENS = `process.on('disconnect', () => process.exit());
process.send({ port: 4242 });
process.on('message', () => {});`;

/** Returns the source of a process that handles HTTP requests with `handler`. */
const serving = (handler: string) =>
  `import { createServer } from 'node:http';
   process.on('disconnect', () => process.exit());
   const server = createServer(({ url, headers }, response) => { ${handler} });
   server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));`;

describe('WebProcess', () => {
  it('the state of the web process is `starting` until the process listens on its port', async () => {
    const { web } = start(LISTENS);
    expect(web.state).toBe('starting');
    expect(await web.port()).toBe(4242);
    expect(web.state).toBe('ok');
  });

  it('each web process has a new secret and a limited heap', async () => {
    const file = join(folder, 'secret');
    const { web } = start(
      `import { writeFileSync } from 'node:fs';
       process.once('message', (message) => {
         writeFileSync(${JSON.stringify(file)}, JSON.stringify([message.secret, process.execArgv]));
         process.send({ port: 1 });
       });`,
    );
    await web.port();
    const [secret, args] = JSON.parse(readFileSync(file, 'utf8'));
    expect(secret).toBe(web.secret);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(args).toContain('--max-old-space-size=64');
    expect(new WebProcess(process.env, 64).secret).not.toBe(secret);
  });

  it('restarts the web process after it is killed', async () => {
    const { web, logged } = start(LISTENS);
    await web.port();
    const first = web.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until('another process runs', () => web.pid !== undefined && web.pid !== first);
    expect(await web.port()).toBe(4242);
    expect(logged()[0]).toMatchObject({ level: 'error', signal: 'SIGKILL', restartMs: 500 });
  });

  it('restarts a repeatedly failing web process with increasing delays', async () => {
    const { web, logged } = start('process.exit(3);');
    const restarts = () => logged().filter(({ restartMs }) => restartMs !== undefined);
    await until('it has failed three times', () => restarts().length >= 3);
    expect(restarts().map(({ code, restartMs }) => [code, restartMs])).toEqual([
      [3, 500],
      [3, 1000],
      [3, 2000],
    ]);
    expect(web.state).toBe('unavailable');
  });

  it('retries the start if the web process cannot be spawned', async () => {
    const { execPath } = process;
    process.execPath = join(folder, 'no-such-program');
    let failing: ReturnType<typeof start>;
    try {
      failing = start(LISTENS);
    } finally {
      process.execPath = execPath;
    }
    expect(await failing.web.port()).toBe(4242);
    expect(failing.logged()[0]).toMatchObject({ level: 'error', restartMs: 500 });
  });

  it('rejects the start if the web process does not listen in time', async () => {
    const { web } = start('setInterval(() => {}, 1000);');
    await expect(web.port()).rejects.toThrow('did not start listening');
  });

  it('returns the metrics of the web process', async () => {
    const { web } = start(serving(`response.end(JSON.stringify([url, headers['x-satchel-caller']]))`));
    expect(await web.metrics()).toBeUndefined();
    await web.port();
    expect(await web.metrics()).toEqual(['/metrics', `${web.secret} 127.0.0.1 metrics`]);
  });

  it.each([
    ['dies', 'process.exit()'],
    ['closes the connection', 'response.destroy()'],
    ['never answers', ''],
  ])('returns no metrics if the web process %s on a request for metrics', async (_what, end) => {
    const { web } = start(serving(end));
    await web.port();
    expect(await Promise.all([web.metrics(), web.metrics(), web.metrics()])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await web.metrics()).toBeUndefined();
  });

  it('forwards log lines of the web process, and wraps other output in log lines', async () => {
    const long = 'x'.repeat(100_000);
    const { lines, logged } = start(
      `console.log('{"level":"info","msg":"own"}');
       console.log('{ looks: like JSON }');
       console.error('first\\n\\nsecond \\u0007');
       process.stdout.write(${JSON.stringify(`${long}\nafter\n`)});
       process.stdout.write('without an end');`,
    );
    const outputs = () => logged().flatMap(({ output }) => (output === undefined ? [] : [output]));
    await until('all is passed on', () => outputs().length === 6);
    expect(lines).toContain('{"level":"info","msg":"own"}\n');
    expect(outputs().sort()).toEqual(
      [
        '{ looks: like JSON }',
        'after',
        'first',
        'second \u0007',
        'without an end',
        'x'.repeat(16_384),
      ].sort(),
    );
    for (const line of lines) expect(line).toMatch(/^\{.*\}\n$/);
    expect(logged().find(({ output }) => output === 'first')).toMatchObject({
      level: 'warn',
      process: 'api',
    });
  });

  it('truncates an endless line in the output of the web process', async () => {
    const file = join(folder, 'written');
    const { lines } = start(
      `import { writeFileSync } from 'node:fs';
       let left = 50;
       const more = () => {
         if (left-- > 0) process.stdout.write('y'.repeat(1_000_000), more);
         else writeFileSync(${JSON.stringify(file)}, '');
       };
       more();
       setInterval(() => {}, 1000);`,
    );
    await until('50 MB are written', () => {
      try {
        return readFileSync(file, 'utf8') === '';
      } catch {
        return false;
      }
    });
    expect(lines).toEqual([]);
  });

  it('stops the web process with SIGTERM, and does not restart it', async () => {
    const { web, logged } = start(`${LISTENS} process.on('SIGTERM', () => process.exit(0));`);
    await web.port();
    await web.stop();
    expect(web.pid).toBeUndefined();
    await web.stop();
    expect(logged()).toEqual([]);
  });

  it('kills a web process that has been suspended', async () => {
    const { web } = start(LISTENS);
    await web.port();
    process.kill(web.pid ?? 0, 'SIGSTOP');
    const stopped = web.stop();
    web.kill();
    await stopped;
    expect(web.pid).toBeUndefined();
  });
});
