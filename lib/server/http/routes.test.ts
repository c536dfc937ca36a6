import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testServiceParts } from '@/lib/testing/servers/service-parts';
import { createService } from '../service';
import { shareService } from '../shared-service';
import { operatorRoute, projectRoute } from './route-handlers';
import { routeOf } from './routes';

const OF_API = [
  '/solana',
  '/solana/rpc',
  '/solana/104',
  '/evm-chain',
  '/health',
  '/ready',
  '/metrics',
  '/openrpc.json',
  '/client.js',
  '/client.d.ts',
  '/llms.txt',
];
const OF_WEB = [
  '/',
  '/docs',
  '/find',
  '/account/x',
  '/account/x/y',
  '/bitcoin/x',
  '/api/rpc/solana',
  '/api/holdings/x',
  '/picture/a/b',
  '/media/a/b',
  '/og/account',
  '/_next/static/x.js',
  '/favicon.ico',
  '/icon.svg',
  '/robots.txt',
  '/solana/mainnet',
  '/solana/-1',
  '/evm-chain/1',
  '/Solana',
  '/%73olana',
  '/metricsx',
  '/health/x',
];

describe('the table of routes', () => {
  it.each(OF_API)('gives %s to the API process, with and without a slash at its end', (path) => {
    expect(routeOf(path).owner).toBe('api');
    expect(routeOf(`${path}/`)).toEqual(routeOf(path));
  });

  it.each(OF_WEB)('gives %s to the web process', (path) => {
    expect(routeOf(path)).toEqual({ owner: 'web' });
  });

  it('gives every route under app/(rpc) to the API process, and every other one to the web process', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
    const routes = files
      .filter((file) => /(^|\/)(route|page)\.tsx?$/.test(file))
      .map((file) => {
        const folder = dirname(file);
        const path = `/${folder.replace(/\([^)]*\)\/?/g, '').replace('[segment]', '104')}`;
        return [folder, path === '/.' ? '/' : path] as const;
      });
    expect(routes.length).toBeGreaterThan(20);
    for (const [folder, path] of routes)
      expect([path, routeOf(path).owner]).toEqual([path, folder.startsWith('(rpc)') ? 'api' : 'web']);
  });

  it('names every document that the service has', () => {
    const service = createService(testServiceParts());
    for (const path of OF_API) {
      const route = routeOf(path);
      if ('document' in route) expect(service.operatorPath(route.document), path).toBeDefined();
      else expect(service.operatorPath(path), path).toBeUndefined();
    }
  });
});

describe('the route handlers of a web process', () => {
  it('answer 404 to paths of the API process', async () => {
    shareService(createService({ ...testServiceParts(), forwarderSecret: 'secret' }));
    const request = (path: string) => new Request(`http://localhost${path}`, { method: 'POST' });
    for (const path of ['/solana', '/evm-chain', '/solana/104'])
      expect((await projectRoute(request(path))).status, path).toBe(404);
    for (const path of ['/metrics', '/ready', '/health', '/openrpc.json'])
      expect((await operatorRoute(request(path), path)).status, path).toBe(404);
  });
});
