import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HoldingsLine } from '@/lib/dashboard/account/holdings-state';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { publicKeys } from '@/lib/testing/keys';
import { type NodeFault, type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { emptyPageBytes, firstScriptBytes } from '@/lib/testing/pages/first-scripts';
import { metricOf } from '@/lib/testing/servers/metrics';
import { type Running, startService } from '@/lib/testing/servers/processes';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { encodeExtended, encodeTokenAccount } from '@/lib/testing/solana/encode-token-accounts';
import { namedWallet } from '@/lib/testing/solana/named-wallet';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Tests the account page, its list of empty token accounts and its share images over HTTP. Requires built pages; `npm test` builds them first.

const OWNER = addressOf('owner');
const [NAMED, UNSEEN] = [addressOf('named'), addressOf('unseen')];
const RENT_OWNER = addressOf('rent owner');
const RENT_MINT = addressOf('rent mint');
/** Creates a token account of `RENT_OWNER`. */
const held = (
  label: string,
  amount = 0n,
  extensions?: { type: number; value: Uint8Array }[],
): SnapshotAccount => {
  const data = encodeTokenAccount({ mint: RENT_MINT, owner: RENT_OWNER, amount });
  // Set a close authority other than the owner.
  if (label === 'of another') data.set([1, 0, 0, 0, ...new Uint8Array(32).fill(7)], 129);
  return {
    pubkey: addressOf(`rent ${label}`),
    owner: extensions === undefined ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM,
    lamports: 2_039_280n,
    data: (extensions === undefined ? data : encodeExtended(data, 2, extensions)).toString('base64'),
  };
};
/** Number of items; more than a page's HTML contains, so that the stream sends the others. */
const NFTS = 100;

describe.skipIf(!existsSync('.next/BUILD_ID'))('the page of an account without a cache', () => {
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
  /** Returns how often the wallet was listed. Each listing makes one call per token program. */
  const walletReads = () => node.countOf('getTokenAccountsByOwner') / 2;

  it('an account page, its stream and the pages of its items read the wallet only once in total', async () => {
    expect(await open(`/account/${OWNER}?chain=102&tab=nfts`)).toContain(OWNER);
    expect(walletReads()).toBe(1);

    const lines = (await open(`/api/holdings/${OWNER}?chain=102`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HoldingsLine);
    expect(lines.at(-1)).toEqual({ type: 'done' });
    expect(lines.flatMap((line) => (line.type === 'holdings' ? line.nfts : []))).toHaveLength(NFTS);
    expect(walletReads()).toBe(1);

    for (const item of [addressOf(`${OWNER} account 7`), addressOf(`${OWNER} mint 8`)])
      expect(await open(`/account/${OWNER}/${item}?chain=102`)).toContain('NFT #');
    expect(walletReads()).toBe(1);
    for (const index of [7, 8]) expect(host.countOf(`/${index}`)).toBe(1);

    await open(`/account/${OWNER}?chain=102&tab=nfts`);
    expect(walletReads()).toBe(2);
  });

  it('an account page leaves no timer that keeps its request in memory for minutes', async () => {
    const timers = async () => {
      const text = await (await fetch(`${service.base}/metrics`)).text();
      expect(text).toContain('nodejs_active_resources{');
      return metricOf(text, 'nodejs_active_resources', { type: 'Timeout' }) || 0;
    };
    const before = await timers();
    for (let n = 0; n < 20; n++) await open(`/account/${OWNER}?chain=102&tab=nfts`);
    expect((await timers()) - before).toBeLessThan(10);
  });

  // Browsers send neither Sec-Fetch-Site nor Origin with a GET over plain http, so the page sends a token.
  it('the stream of an account page is served only to the same origin and with the page’s token', async () => {
    const page = await open(`/account/${OWNER}?chain=102`);
    const token = /<meta name="satchel-page" content="([\w-]{43})"/.exec(page)?.[1] ?? '';
    const status = async (headers: Record<string, string>) => {
      const response = await fetch(`${service.base}/api/holdings/${OWNER}?chain=102`, { headers });
      await response.text();
      return response.status;
    };
    expect(await status({ 'X-Satchel-Page': token })).toBe(200);
    expect(await status({})).toBe(403);
    expect(await status({ 'X-Satchel-Page': token.toLowerCase() })).toBe(403);
    expect(await status({ 'X-Satchel-Page': token, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status({ 'X-Satchel-Page': token, Origin: 'http://elsewhere.example' })).toBe(403);
  });
});

describe.skipIf(!existsSync('.next/BUILD_ID'))('the page of an account', () => {
  let node: TestNode;
  let service: Running;
  beforeAll(async () => {
    const accounts = [
      ...nftWallet(OWNER, 3),
      ...namedWallet(NAMED, 'mine'),
      ...namedWallet(UNSEEN, 'hidden\u200b'),
      held('first'),
      held('second', 0n, []),
      held('not empty', 1n),
      held('of another'),
      held('withheld', 0n, [{ type: 2, value: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0) }]),
      held('confidential', 0n, [{ type: 5, value: new Uint8Array(295) }]),
    ];
    node = await testNode(sampleNode(snapshotOf(1_000, accounts)));
    service = await startService({ DASHBOARD: 'on', SOLANA_RPC_URL_102: node.url });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await node?.close();
  });

  const headingOf = async (address: string) => {
    const html = await (await fetch(`${service.base}/account/${address}?chain=102`)).text();
    const [, heading = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
    return heading.replaceAll(/<[^>]*>/g, '');
  };

  it('the heading of an account page has the primary name of the address', async () => {
    expect(await headingOf(NAMED)).toContain('mine.sol');
    expect(await headingOf(addressOf('nameless'))).not.toContain('.sol');
  });

  it('the heading of an account page omits a primary name with invisible characters', async () => {
    expect(await headingOf(UNSEEN)).not.toContain('.sol');
  });

  const askForEmptyAccounts = (
    owner: string,
    headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
  ) => fetch(`${service.base}/api/empty-accounts/${owner}?chain=102`, { headers });

  it('/api/empty-accounts lists only empty accounts that the owner can close, with their rent', async () => {
    const found = JSON.parse(await (await askForEmptyAccounts(RENT_OWNER)).text());
    expect(found).toMatchObject({ count: 2, lamports: '4078560' });
    expect(found.accounts.map(({ address }: { address: string }) => address).sort()).toEqual(
      [addressOf('rent first'), addressOf('rent second')].sort(),
    );
    expect(found.accounts[0]).toMatchObject({ mint: RENT_MINT, lamports: '2039280' });
  });

  it('/api/empty-accounts rejects a request from another origin or without an address, and reports a failing node', async () => {
    expect((await askForEmptyAccounts(RENT_OWNER, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await askForEmptyAccounts('name.sol')).status).toBe(400);
    node.fault = () => ({ rpcError: { code: -32000, message: 'no' } });
    const failed = await askForEmptyAccounts(addressOf('another owner'));
    node.fault = undefined;
    expect([failed.status, (await failed.json()).reason]).toEqual([503, 'upstream-refused']);
  });

  const UNKNOWN_TYPE = 'Couldn’t determine the account type';
  const open = async (address = OWNER) => {
    const response = await fetch(`${service.base}/account/${address}?chain=102&tab=nfts`);
    expect(response.status).toBe(200);
    return response.text();
  };
  /** Opens a page until its HTML includes `text`, because the server waits only briefly for the node. */
  const openUntilIncluded = async (text: string, address?: string) => {
    let html = '';
    await until(text, async () => {
      html = await open(address);
      return html.includes(text);
    });
    return html;
  };
  const failing = (fault: NodeFault) => {
    node.fault = ({ method }) => (method === 'getAccountInfo' ? fault : undefined);
  };

  it('an account page lists the holdings and reports the failure if the account type cannot be read', async () => {
    failing({ rpcError: { code: -32601, message: 'Method not found' } });
    const html = await openUntilIncluded('NFT #');
    expect(html).toContain(UNKNOWN_TYPE);
  });

  it('an account page does not wait for an account type that never arrives', async () => {
    failing('hang');
    await openUntilIncluded(UNKNOWN_TYPE);
  });

  it('an account page loads at most 70 kB more script than an empty page before it can be used', async () => {
    const html = await open();
    const more = firstScriptBytes(html) - emptyPageBytes();
    expect(more).toBeGreaterThan(0);
    expect(more).toBeLessThan(70 * 1024);
  });

  it('the page of a mint is complete if the holdings cannot be read', async () => {
    node.fault = ({ method }) =>
      method === 'getTokenAccountsByOwner'
        ? { rpcError: { code: -32010, message: 'excluded from account secondary indexes' } }
        : undefined;
    const html = await openUntilIncluded('NFT mint', addressOf(`${OWNER} mint 1`));
    expect(html).not.toContain('Couldn’t read this account');
  });
});

describe.skipIf(!existsSync('.next/BUILD_ID'))('share images', () => {
  let node: TestNode;
  let service: Running;
  beforeAll(async () => {
    node = await testNode(sampleNode(snapshotOf(1, nftWallet(OWNER, 1))));
    node.fault = () => 'hang';
    service = await startService({
      DASHBOARD: 'on',
      RATE_LIMIT_PER_SECOND: '4',
      SOLANA_RPC_URL_102: node.url,
      TRUST_PROXY: '1',
    });
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await node?.close();
  });

  it('drawing share images is rate limited, and drawn images are cached', async () => {
    const image = (key: string) => fetch(`${service.base}/og/bitcoin?input=${key}`);
    const keys = publicKeys(30);
    const first = await image(keys[0] ?? '');
    expect(first.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await first.arrayBuffer());
    const again = await image(keys[0] ?? '');
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    // The limit is a burst of 40 units, then 4 per second. Each image costs 10 units.
    const answers = await Promise.all(keys.slice(1).map(image));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused[0]?.headers.get('retry-after')).not.toBeNull();
  });

  it('the number of share images waiting for an unresponsive node is limited', async () => {
    // Use a different visitor for each request: at most eight renders per visitor start at a time.
    const image = (visitor: number) =>
      fetch(`${service.base}/og/account?address=${addressOf(`account ${visitor}`)}&chain=102`, {
        headers: { 'X-Forwarded-For': `192.0.2.${visitor}` },
      }).then(({ status }) => status);
    expect(await image(100)).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 24 }, (_, i) => image(i)));
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
});
