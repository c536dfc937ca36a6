import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { testServiceParts } from '@/lib/testing/servers/service-parts';
import { createHttpServer } from '../http/http-server';
import { createService, type Service } from '../service';
import { createLog } from './log';

let server: Server;
let service: Service;
let base: string;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  lines = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  service = createService(testServiceParts({ parts: { log } }));
  server = createHttpServer(service, (_, response) => void response.end());
  base = `http://${await listenOnLoopback(server)}`;
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAtOnce(server);
});

async function refuse(method: string, count: number): Promise<string | null> {
  let requestId: string | null = null;
  for (let i = 0; i < count; i++) {
    const response = await fetch(`${base}/solana`, { method });
    await response.text();
    requestId ??= response.headers.get('x-request-id');
  }
  return requestId;
}

it('logs the first rejected request per reason in each second, then the number of further ones', async () => {
  const first = await refuse('GET', 50);
  const other = await refuse('POST', 3);
  expect(lines).toMatchObject([
    { msg: 'request failed: method-not-allowed', requestId: first, route: 'solana', status: 405 },
    { msg: 'request failed: authentication-failed', requestId: other, route: 'solana', status: 401 },
  ]);
  vi.advanceTimersByTime(1_000);
  expect(lines.slice(2)).toMatchObject([
    { msg: 'more requests failed', reason: 'method-not-allowed', count: 49 },
    { msg: 'more requests failed', reason: 'authentication-failed', count: 2 },
  ]);
});

it('logs a rejected request with the same reason again in the next second', async () => {
  await refuse('GET', 1);
  vi.advanceTimersByTime(1_000);
  const requestId = await refuse('GET', 1);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ msg: 'request failed: method-not-allowed', requestId });
});

it('logs the remaining count of rejected requests when the service closes', async () => {
  await refuse('GET', 2);
  await service.close();
  expect(lines[1]).toMatchObject({ msg: 'more requests failed', count: 1 });
});
