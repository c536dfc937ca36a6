import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { UpstreamUnavailableError } from '@/lib/errors';
import { connectPostgres } from '@/lib/store/postgres/connection';
import { freePort } from '@/lib/testing/servers/free-port';
import { startService } from '@/lib/testing/servers/processes';
import { until } from '@/lib/testing/until';
import { createLog } from './log';

function lineOf(err: unknown): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => lines.push(line) }).error({ err, requestId: 'r1' }, 'a call failed');
  expect(lines).toHaveLength(1);
  return lines[0] as string;
}

const thrownBy = (work: () => Promise<unknown>) =>
  work().then(
    () => expect.unreachable('it should have failed'),
    (thrown: unknown) => thrown,
  );

describe('an error in the log', () => {
  it.each([
    ['undici', (port: number) => request(`http://127.0.0.1:${port}/key-in-path`)],
    ['undici, by name', (port: number) => request(`http://localhost:${port}/key-in-path`)],
    [
      'ioredis',
      async (port: number) => {
        const redis = new Redis(`redis://127.0.0.1:${port}`, {
          lazyConnect: true,
          retryStrategy: () => null,
        });
        await new Promise((_, reject) =>
          redis
            .on('error', reject)
            .connect()
            .catch(() => undefined),
        );
      },
    ],
    ['postgres', (port: number) => connectPostgres(`postgres://user:s3cret@127.0.0.1:${port}/db`)`select 1`],
  ])('logs the error code but not the address of a connection error of %s', async (_driver, work) => {
    const port = await freePort();
    const thrown = await thrownBy(async () => work(port));
    const line = lineOf(
      new UpstreamUnavailableError('upstream-unavailable', 'No upstream answered', {}, thrown),
    );
    expect(JSON.parse(line)).toMatchObject({
      msg: 'a call failed',
      requestId: 'r1',
      err: {
        type: 'UpstreamUnavailableError',
        reason: 'upstream-unavailable',
        message: 'No upstream answered',
        stack: expect.stringContaining('log.test.ts'),
        cause: { code: 'ECONNREFUSED' },
      },
    });
    for (const secret of [String(port), '127.0.0.1', '::1', 'localhost', 'key-in-path', 's3cret'])
      expect(line).not.toContain(secret);
  });

  it.each([
    ['getaddrinfo ENOTFOUND node.internal', { hostname: 'node.internal', code: 'ENOTFOUND' }],
    ['getaddrinfo EAI_AGAIN node', {}],
    ['The server node does not respond', { host: ['node'] }],
    ['connect ETIMEDOUT 10.1.2.3:8899', { address: '10.1.2.3', port: 8899 }],
    ['connect ECONNREFUSED fd00::12:8899', {}],
    ['connect ECONNREFUSED [fd00::12]:8899', {}],
    ['Connect Timeout Error (attempted address: node:8899, timeout: 2000ms)', {}],
    ['write CONNECT_TIMEOUT my_node:8899', {}],
    ['redirected to https://node.example/v2/key', {}],
    [
      "Hostname/IP does not match certificate's altnames: Host: node. is not in the cert's altnames: DNS:node",
      {},
    ],
    ['quota of node.provider.example used up', {}],
    ['connect ENOENT /run/node.sock', { address: '/run/node.sock' }],
  ])('logs an error without the address in its message: %s', (message, fields) => {
    const line = lineOf(Object.assign(new Error(message), fields));
    expect(line).not.toMatch(/node\b|my_node|10\.1|fd00|8899|key"/);
    expect(line).toContain('[address]');
    expect(line).toContain(message.slice(0, 5));
  });

  it('logs a message that contains no address unchanged', () => {
    for (const message of [
      'The database did not respond in time',
      'Token list: the host responded with HTTP 503',
      'DATA_DIR: cannot be used',
    ])
      expect(JSON.parse(lineOf(new Error(message))).err.message).toBe(message);
  });

  it('logs any thrown value, including an error whose cause is itself', () => {
    const circular = new Error('round');
    circular.cause = circular;
    expect(JSON.parse(lineOf(circular)).err.message).toBe('round');
    expect(JSON.parse(lineOf('http://node.example/key')).err).toEqual({
      type: 'string',
      message: '[address]',
    });
    expect(lineOf(new Error('x'.repeat(1e6))).length).toBeLessThan(5000);
  });

  it('logs no part of an address when a long message is truncated', () => {
    const message = `${'word '.repeat(396)}connect ETIMEDOUT 10.1.2.3:8899`;
    const { err } = JSON.parse(lineOf(new Error(message)));
    expect(err.message.length).toBeLessThanOrEqual(2_000);
    expect(err.message).toMatch(/word connect ETIMEDOUT …$/);
  });
});

it('a warning of Node is one JSON line in the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-warning-'));
  const script = join(folder, 'warn.cjs');
  writeFileSync(
    script,
    "process.on('SIGUSR2', () => process.emitWarning('too many', 'MaxListenersExceededWarning'));",
  );
  const service = await startService({ DASHBOARD: 'off', NODE_OPTIONS: `--require=${script}` });
  service.child.kill('SIGUSR2');
  await until('the warning is written', async () => service.output().includes('too many'));
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.includes('too many'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', err: { type: 'MaxListenersExceededWarning', message: 'too many' } },
  ]);
  await service.stop();
  rmSync(folder, { recursive: true });
});
