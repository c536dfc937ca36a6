import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendToRoute } from '@/lib/testing/servers/route-handler';
import { testServiceParts } from '@/lib/testing/servers/service-parts';
import config from '@/next.config.js';
import { createService } from '../service';
import { shareService } from '../shared-service';
import { routeOf } from './routes';

const OF_API = [
  '/solana',
  '/solana/rpc',
  '/solana/104',
  '/evm-chain',
  '/mcp',
  '/health',
  '/ready',
  '/metrics',
  '/openrpc.json',
  '/client.js',
  '/client.d.ts',
  '/client.tgz',
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

describe('the routing table', () => {
  it.each(OF_API)('routes %s to the API process, with and without a trailing slash', (path) => {
    expect(routeOf(path)).not.toEqual({});
    expect(routeOf(`${path}/`)).toEqual(routeOf(path));
  });

  it.each(OF_WEB)('routes %s to the web process', (path) => {
    expect(routeOf(path)).toEqual({});
  });

  it('Next.js has a route handler for exactly the paths of the API process, and all other routes are the web process’s', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
    const routes = files.filter((file) => /(^|\/)(route|page)\.tsx?$/.test(file));
    const pathOf = (file: string) => `/${dirname(file).replace(/\([^)]*\)\/?/g, '')}`.replace(/^\/\.$/, '/');
    const isProgramRoute = (file: string) => /^\((rpc|documents)\)\//.test(file);
    const ofApi = routes.filter(isProgramRoute).map((file) => pathOf(file).replace('[chainId]', '104'));
    expect(ofApi.sort()).toEqual([...OF_API].sort());
    const ofWeb = routes.filter((file) => !isProgramRoute(file)).map(pathOf);
    expect(ofWeb.length).toBeGreaterThan(12);
    for (const path of ofWeb) expect([path, routeOf(path)]).toEqual([path, {}]);
  });

  it('`next start` needs no rewrite', () => {
    expect(config).not.toHaveProperty('rewrites');
  });
});

describe('the route handlers of a web process', () => {
  it('the web process’s route handlers return 404 for paths of the API process', async () => {
    shareService(createService({ ...testServiceParts(), forwarderSecret: 'secret' }));
    const request = (path: string) => new Request(`http://localhost${path}`, { method: 'POST' });
    for (const path of ['/solana', '/evm-chain', '/solana/104'])
      expect((await sendToRoute(request(path))).status, path).toBe(404);
    for (const path of ['/metrics', '/ready', '/health', '/openrpc.json'])
      expect((await sendToRoute(request(path))).status, path).toBe(404);
  });
});
