import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { FailedLogins } from '@/lib/server/auth/authenticator';
import { dashboardRoute } from '@/lib/server/routes/route-handlers';
import { createService } from '@/lib/server/service';
import { openStore } from '@/lib/store/open';
import { count } from '@/lib/testing/measure';
import { median } from '@/lib/testing/servers/processes';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT, testServiceParts } from '@/lib/testing/servers/service-parts';
import { until } from '@/lib/testing/until';

// Tests how callers are identified, and that forged identities gain them nothing.

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const open: RunningService[] = [];
const start = async (env: Record<string, string>) => {
  const service = await runService(env);
  open.push(service);
  return service;
};
afterAll(() => Promise.all(open.map((service) => service.stop())));

describe('an unknown project and a wrong key', () => {
  it('an unknown project and a wrong key are rejected in about the same time, by the authenticator and over HTTP', async () => {
    const service = await start({ TRUST_PROXY: '1' });
    let caller = 0;
    // Each request uses a different address, so that none is delayed.
    const overHttp = async (authorization: string) => {
      const startedAt = performance.now();
      const forwarded = `10.${caller >> 16}.${(caller >> 8) & 255}.${caller++ & 255}`;
      const { status } = await service.call('/evm-chain', '{}', {
        Authorization: authorization,
        'X-Forwarded-For': forwarded,
      });
      expect(status).toBe(401);
      return performance.now() - startedAt;
    };
    const measure = async () => {
      const unknown: number[] = [];
      const wrong: number[] = [];
      for (let i = 0; i < count(2000, 400); i++) {
        // Calls with unknown ids and with wrong keys alternate, so that load affects both; ids and keys have the same length.
        unknown.push(await overHttp(basic(`no-project-${1000 + (i % 9)}:${i}-server-key`)));
        wrong.push(await overHttp(basic(`${TEST_PROJECT.projectId}:${i}-server-key`)));
      }
      return median(unknown) / median(wrong);
    };
    // Up to three attempts: machine load can skew one measurement.
    let ratio = Number.NaN;
    for (let tries = 0; tries < 3 && !(ratio > 0.75 && ratio < 1.33); tries++) ratio = await measure();
    process.stdout.write(`unknown project over wrong key: ${ratio.toFixed(3)}\n`);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });

  it('an unknown project and a wrong key get identical responses', async () => {
    const service = await start({});
    const [unknown, wrong] = await Promise.all(
      ['no-project:x', `${TEST_PROJECT.projectId}:x`].map(async (text) => {
        const headers = { 'Content-Type': 'application/json', Authorization: basic(text) };
        const response = await fetch(`${service.base}/evm-chain`, { method: 'POST', headers, body: '{}' });
        const own = ['date', 'x-request-id'];
        const others = [...response.headers].filter(([name]) => !own.includes(name));
        return { status: response.status, headers: others, text: await response.text() };
      }),
    );
    expect(unknown?.status).toBe(401);
    expect(unknown).toEqual(wrong);
  });
});

describe('a forged X-Forwarded-For', () => {
  /**
   * Makes the failed logins that are not delayed, then sends 40 more at once. Returns how many of
   * the 40 are rejected because four logins are already waiting.
   */
  async function refusedLogins(trustProxy: string, forwarded: (i: number) => string) {
    const service = await start({ TRUST_PROXY: trustProxy });
    const login = async (i: number) => {
      const headers = { Authorization: basic('x:y'), 'X-Forwarded-For': forwarded(i) };
      return (await service.call('/evm-chain', '{}', headers)).status;
    };
    for (let i = 0; i < 6; i++) expect(await login(i)).toBe(401);
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, i) => login(6 + i)));
    return statuses.filter((status) => status === 429).length;
  }

  it('a forged X-Forwarded-For does not bypass the delay of failed logins, with or without a proxy', async () => {
    expect(await refusedLogins('0', (i) => `6.6.6.${i}`)).toBeGreaterThan(0);
    expect(await refusedLogins('1', (i) => `6.6.6.${i}, 7.7.7.7`)).toBeGreaterThan(0);
  });

  it('failed logins of callers behind a proxy are delayed separately, by the address that the proxy adds', async () => {
    expect(await refusedLogins('1', (i) => `7.7.7.${i}`)).toBe(0);
  });

  it.each([
    ['0', (i: number) => `6.6.6.${i}`],
    ['1', (i: number) => `6.6.6.${i}, 7.7.7.7`],
  ])(
    'a visitor who forges X-Forwarded-For still gets only one rate-limit allowance (TRUST_PROXY=%s)',
    async (trustProxy, forwarded) => {
      const service = await start({ TRUST_PROXY: trustProxy, RATE_LIMIT_PER_SECOND: '1' });
      const statuses: number[] = [];
      // The clock is stopped, so that the allowance is not refilled.
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      for (let i = 0; i < 12; i++) {
        const answer = await dashboardRoute(
          new Request(`${service.base}/api/rpc/evm-chain`, {
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              'Sec-Fetch-Site': 'same-origin',
              'X-Forwarded-For': forwarded(i),
            },
            body: '{"id":1,"method":"rpc.discover"}',
          }),
          'evm-chain',
        );
        statuses.push(answer.status);
        if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      clock.mockRestore();
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(11);
      expect(statuses.at(-1)).toBe(429);
    },
  );
});

describe('the delay after failed logins', () => {
  it('at most four failed logins per address wait, further logins are refused, and the delay expires', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let time = 1;
      vi.spyOn(performance, 'now').mockImplementation(() => time);
      const logins = new FailedLogins();
      const fail = () => logins.begin('a', 'id')?.fail() ?? 'refused';
      for (let i = 0; i < 5; i++) await fail();
      const waiting = Array.from({ length: 10 }, fail);
      expect(waiting.filter((one) => one === 'refused')).toHaveLength(6);
      expect(logins.begin('b', 'id')).toBeDefined();
      await vi.advanceTimersByTimeAsync(2000);
      await Promise.all(waiting);
      const login = logins.begin('a', 'id');
      expect(login).toBeDefined();
      login?.end();
      time += 61_000;
      expect(Array.from({ length: 10 }, () => logins.begin('a', 'id'))).not.toContain(undefined);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });

  it('delays failed logins with a revoked key that was accepted before', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'satchel-callers-'));
    const service = await start({ DATA_DIR: dataDir });
    const store = await openStore({ dataDir });
    const call = async () => (await service.call('/evm-chain', '{}')).status;
    expect(await call()).toBe(200);
    await store.projects.revokeProject(TEST_PROJECT.projectId);
    await until('the key is rejected', async () => (await call()) === 401);
    // The first failures are not delayed.
    for (let i = 0; i < 6; i++) await call();
    const statuses = await Promise.all(Array.from({ length: 40 }, call));
    expect(statuses).toContain(429);
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('limits key checks over any number of connections, and still serves callers whose key is known', async () => {
    const parts = testServiceParts();
    const findProject = vi.spyOn(parts.projects, 'findProject');
    const { rpc } = createService(parts);
    const ask = (authorization: string) =>
      rpc.forProjects({
        group: 'evm-chain',
        httpMethod: 'POST',
        query: '',
        header: (name) =>
          ({ authorization, 'content-type': 'application/json' })[name as 'authorization' | 'content-type'],
        address: () => '192.0.2.1',
        readBody: async () => Buffer.from('{"id":1,"method":"rpc.discover"}'),
        onDisconnect: () => {},
      });
    expect((await ask(TEST_AUTHORIZATION)).status).toBe(200);
    const guess = (i: number) => ask(`Basic ${Buffer.from(`guess-${i}:guess`).toString('base64')}`);
    // The first five failures are not delayed. Then 250 connections guess concurrently.
    for (let i = 0; i < 5; i++) expect((await guess(i)).status).toBe(401);
    const guesses = Promise.all(Array.from({ length: 250 }, (_, i) => guess(5 + i)));
    expect((await ask(TEST_AUTHORIZATION)).status).toBe(200);
    const answers = await guesses;
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(246);
    expect(refused[0]?.headers['Retry-After']).toBe('2');
    expect(findProject).toHaveBeenCalledTimes(1 + 5 + 4);
  });
});
