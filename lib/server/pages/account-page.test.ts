import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { publicKeys } from '@/lib/testing/keys';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { type TestNode, testNode } from '@/lib/testing/servers/solana-node';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// The dashboard as a browser meets it, over HTTP. Needs the pages built; `npm test` builds them first.

const OWNER = addressOf('owner');
/** More than the HTML of a page holds: its stream brings the rest. */
const NFTS = 100;

describe.skipIf(!existsSync('.next/BUILD_ID'))('the page of an account, where nothing is cached', () => {
  let host: StaticHost;
  let node: TestNode;
  let service: Running;

  beforeAll(async () => {
    host = await staticHost((path, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name: path, image: `https://images.example${path}.png` }));
    });
    const accounts = nftWallet(OWNER, NFTS, (index) => `${host.origin}/${index}`);
    node = await testNode(sampleNode(snapshotOf(1_000, accounts)));
    service = await startService({
      DASHBOARD: 'on',
      SOLANA_CACHE_MS: '0',
      SOLANA_RPC_URL_102: node.url,
      METADATA_ALLOW_HOSTS: host.host,
    });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await node?.close();
    await host?.close();
  });

  const open = async (path: string) => {
    const response = await fetch(service.base + path, { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    expect(response.status).toBe(200);
    return response.text();
  };
  /** How often the wallet was read: one call for each of the two token programs. */
  const walletReads = () => node.countOf('getTokenAccountsByOwner') / 2;

  it('its stream and the pages of its items read the wallet once', async () => {
    expect(await open(`/account/${OWNER}?chain=102&tab=nfts`)).toContain(OWNER);
    expect(walletReads()).toBe(1);

    const lines = (await open(`/api/holdings/${OWNER}?chain=102`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; rows?: unknown[] });
    expect(lines.at(-1)).toEqual({ type: 'done' });
    expect(lines.flatMap(({ type, rows }) => (type === 'nfts' ? (rows ?? []) : []))).toHaveLength(NFTS);
    expect(walletReads()).toBe(1);

    for (const item of [addressOf(`${OWNER} account 7`), addressOf(`${OWNER} mint 8`)])
      expect(await open(`/account/${OWNER}/${item}?chain=102`)).toContain('NFT #');
    expect(walletReads()).toBe(1);
    for (const index of [7, 8]) expect(host.countOf(`/${index}`)).toBe(1);

    await open(`/account/${OWNER}?chain=102&tab=nfts`);
    expect(walletReads()).toBe(2);
  });
});

describe.skipIf(!existsSync('.next/BUILD_ID'))('share images', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService({ DASHBOARD: 'on', RATE_LIMIT_PER_SECOND: '4' });
  });
  afterAll(() => service?.stop('SIGKILL'));

  const image = (key: string) => fetch(`${service.base}/og/bitcoin?input=${key}`);

  it('are limited where they are drawn, and kept', async () => {
    const keys = publicKeys(30);
    const first = await image(keys[0] ?? '');
    expect(first.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await first.arrayBuffer());
    const again = await image(keys[0] ?? '');
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    // 40 units at once and 4 a second; each costs 10.
    const answers = await Promise.all(keys.slice(1).map(image));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused[0]?.headers.get('retry-after')).not.toBeNull();
  });
});
