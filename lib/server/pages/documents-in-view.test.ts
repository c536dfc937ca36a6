import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Tests the order in which a page's documents are fetched, over HTTP. Requires built pages; `npm test` builds them
// first.

const OWNER = addressOf('owner');
const NFTS = 400;
/** Maximum number of connections to one host. */
const CONNECTIONS = 64;
/** Maximum number of document requests in flight to one host while documents of visible items are waiting. */
const UNDER_WAY = 32;
const ALONE = addressOf('alone');

describe.skipIf(!existsSync('.next/BUILD_ID'))('documents of a page', () => {
  let host: StaticHost;
  let node: TestNode;
  let service: Running;
  const held: (() => void)[] = [];
  let holds = true;
  const answer = (path: string, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ name: path, image: `https://images.example${path}.png` }));

  beforeAll(async () => {
    host = await staticHost((path, response) => {
      if (holds) held.push(() => answer(path, response));
      else answer(path, response);
    });
    const uri = (index: number) => `${host.origin}/${index}`;
    node = await testNode(
      sampleNode(
        snapshotOf(1_000, [
          ...nftWallet(OWNER, NFTS, uri),
          ...nftWallet(ALONE, 300, (index) => `${host.origin}/alone/${index}`),
        ]),
      ),
    );
    service = await startService({
      DASHBOARD: 'on',
      SOLANA_CACHE_MS: '0',
      SOLANA_RPC_URL_102: node.url,
      METADATA_ALLOW_HOSTS: host.host,
      RATE_LIMIT_PER_SECOND: '100000',
    });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await node?.close();
    await host?.close();
  });

  const HEADERS = { 'Sec-Fetch-Site': 'same-origin' };
  const report = (body: string, headers: Record<string, string> = HEADERS) =>
    fetch(`${service.base}/api/holdings/${OWNER}?chain=102`, { method: 'POST', headers, body });
  const asked = () => host.requests.map(({ path }) => path);

  it('a page fetches each document once and gives priority to the documents of visible items', async () => {
    const page = fetch(`${service.base}/account/${OWNER}?chain=102&tab=nfts&flat=1`, { headers: HEADERS });
    await (await page).text();
    const stream = await fetch(`${service.base}/api/holdings/${OWNER}?chain=102`, { headers: HEADERS });
    const text = stream.text();
    // The first 20 documents, as many as there are cards in the page, must be requested at once.
    await until('the first documents are requested', () => host.maxInFlight() >= 20);
    expect(asked().slice(0, 20).sort()).toEqual(Array.from({ length: 20 }, (_, index) => `/${index}`).sort());

    const wanted = Array.from({ length: 20 }, (_, index) => 370 + index);
    const items = wanted.map((index) => addressOf(`${OWNER} account ${index}`));
    expect((await report(JSON.stringify({ items }))).status).toBe(204);
    holds = false;
    for (const go of held) go();
    const lines = (await text).trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'done' });
    expect(lines.filter((line) => line.includes('documents-late'))).toEqual([]);
    expect([...asked()].sort()).toEqual(Array.from({ length: NFTS }, (_, index) => `/${index}`).sort());
    // Only documents that were already requested may come before those of the reported items.
    const last = Math.max(...wanted.map((index) => asked().indexOf(`/${index}`)));
    expect(last).toBeLessThan(UNDER_WAY + wanted.length + CONNECTIONS);
  });

  it('an account page contains the images of the first screen and loads the top ones eagerly', async () => {
    const page = await fetch(`${service.base}/account/${OWNER}?chain=102&tab=nfts&flat=1`, {
      headers: HEADERS,
    });
    const pictures = (await page.text())
      .match(/<img [^>]+>/g)
      ?.filter((image) => image.includes('/picture/'));
    expect(pictures).toHaveLength(20);
    const loading = pictures?.map((picture) => /loading="(\w+)"/.exec(picture)?.[1]);
    expect(loading).toEqual([...Array(10).fill('eager'), ...Array(10).fill('lazy')]);
    const high = pictures?.map((picture) => picture.includes('fetchPriority="high"'));
    expect(high).toEqual([...Array(4).fill(true), ...Array(16).fill(false)]);
  });

  it('the page of an item fetches the item’s document and reads only the item’s mint', async () => {
    const account = addressOf(`${ALONE} account 299`);
    const calls = node.calls.length;
    const page = await fetch(`${service.base}/account/${ALONE}/${account}?chain=102`, { headers: HEADERS });
    const html = await page.text();
    expect(html).toContain('NFT #299');
    expect(html).toMatch(/<img[^>]+src="\/picture\//);
    expect(asked().filter((path) => path.startsWith('/alone/'))).toEqual(['/alone/299']);
    const made = node.calls.slice(calls);
    const lists = made.filter(({ method }) => method === 'getTokenAccountsByOwner');
    expect(lists.map(({ params }) => params[1])).toEqual([{ mint: addressOf(`${ALONE} mint 299`) }]);
  });

  it('reports of visible items are limited in size and accepted only from the page', async () => {
    const status = async (...given: Parameters<typeof report>) => (await report(...given)).status;
    expect(await status(JSON.stringify({ items: Array(201).fill('a') }))).toBe(400);
    expect(await status(JSON.stringify({ items: ['a'.repeat(45)] }))).toBe(400);
    expect(await status(JSON.stringify({ items: [], rest: 'x'.repeat(20_000) }))).toBe(400);
    for (const body of ['', 'null', '{', '[]', '{"items":[1]}']) expect(await status(body)).toBe(400);
    expect(await status(JSON.stringify({ items: [] }), { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status(JSON.stringify({ items: [] }))).toBe(204);
  });

  it('the stream of a page reports a failing node and the time of the next retry', async () => {
    const told = async (fault: NodeFault, kind: string) => {
      node.fault = () => fault;
      const gone = new AbortController();
      const stream = await fetch(`${service.base}/api/holdings/${addressOf(String(fault))}?chain=102`, {
        headers: HEADERS,
        signal: gone.signal,
      });
      let text = '';
      for await (const chunk of stream.body ?? []) {
        text += Buffer.from(chunk as Uint8Array).toString();
        if (text.includes(`"kind":"${kind}"`)) break;
      }
      gone.abort();
      return JSON.parse(new RegExp(`"trouble":(\\{"kind":"${kind}"[^}]*\\})`).exec(text)?.[1] ?? 'null');
    };
    expect(await told({ status: 429 }, 'limited')).toEqual({
      kind: 'limited',
      againInMs: expect.any(Number),
    });
    expect(await told('hang', 'silent')).toEqual({ kind: 'silent', againInMs: expect.any(Number) });
    node.fault = undefined;
  });

  it('a page that cannot be loaded still shows the address and the network menu', async () => {
    node.fault = () => ({ status: 403 });
    const address = addressOf('refused');
    const page = await fetch(`${service.base}/account/${address}?chain=102`, { headers: HEADERS });
    const html = await page.text();
    node.fault = undefined;
    expect(html).toContain('Couldn’t read this account');
    expect(html).toContain('aria-label="Network"');
    expect(html).toMatch(new RegExp(`<h1.*${address.slice(0, 6)}`));
  });
});
