import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Tests which documents are read for a page and its images, over HTTP. Requires built pages; `npm test` builds them
// first.

const OWNER = addressOf('owner');
const NFTS = 400;
const ALONE = addressOf('alone');

describe.skipIf(!existsSync('.next/BUILD_ID'))('the images of a list', () => {
  let host: StaticHost;
  let node: TestNode;
  let service: Running;

  beforeAll(async () => {
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    host = await staticHost((path, response) => {
      if (path.endsWith('.png')) response.writeHead(200).end(image);
      else response.writeHead(200).end(JSON.stringify({ name: path, image: `${path}.png` }));
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
  const asked = () => host.requests.map(({ path }) => path);

  it('a page and its stream read no documents; the request for an image reads only the document of its item', async () => {
    await (await fetch(`${service.base}/account/${OWNER}?chain=102&tab=nfts`, { headers: HEADERS })).text();
    const stream = await fetch(`${service.base}/api/holdings/${OWNER}?chain=102`, { headers: HEADERS });
    const lines = (await stream.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toEqual({ type: 'done' });
    expect(asked()).toEqual([]);

    const rows = lines.flatMap(({ nfts = [] }) => nfts as { address: string; picture: string }[]);
    expect(rows).toHaveLength(NFTS);
    const row = rows.find(({ address }) => address === addressOf(`${OWNER} account 370`));
    const image = await fetch(`${service.base}${row?.picture}?w=96`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(asked()).toEqual(['/370', '/370.png']);
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
