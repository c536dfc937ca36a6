import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';

// Tests the coverage in responses of POST /solana.

const OWNER = addressOf('coverage owner');
const SHORT = 'spl-token, token-2022; not-read="mpl-core, compressed, zk-compressed, stake"';
const WHOLE = 'spl-token, token-2022, mpl-core, compressed; not-read="zk-compressed, stake"';

let running: RunningService;
const nodes: TestNode[] = [];
let das: TestNode;

beforeAll(async () => {
  const wallet = nftWallet(OWNER, 3);
  const lost = wallet.find(({ owner, data }) => data.length < 200 && owner.startsWith('Token'));
  const node = await testNode(sampleNode(snapshotOf(1000, wallet)));
  const withoutMint = await testNode(
    sampleNode(
      snapshotOf(
        1000,
        wallet.filter(({ pubkey }) => pubkey !== lost?.pubkey),
      ),
    ),
  );
  das = await testNode(async () => ({ items: [] }));
  nodes.push(node, withoutMint, das);
  running = await runService({
    SDK_COMPAT: 'true',
    SOLANA_RPC_URL_101: node.url,
    SOLANA_RPC_URL_102: node.url,
    SOLANA_DAS_URL_102: das.url,
    SOLANA_RPC_URL_103: withoutMint.url,
    SOLANA_CACHE_MS: '60000',
  });
});
afterAll(async () => {
  await running?.stop();
  await Promise.all(nodes.map((node) => node.close()));
});

const listing = (chainId: number, options?: object) => ({
  jsonrpc: '2.0',
  id: chainId,
  chainId,
  method: 'enhancedGetTokensAndNFTs',
  params: options === undefined ? [OWNER] : [OWNER, options],
});

async function ask(body: unknown, query = '') {
  const response = await fetch(`${running.base}/solana${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(query === '' ? { Authorization: TEST_AUTHORIZATION } : {}),
    },
    body: JSON.stringify(body),
  });
  return { header: response.headers.get('satchel-coverage'), response, json: await response.json() };
}

describe('the coverage of a response', () => {
  it('without a DAS endpoint, the coverage lists the asset types that are not read, even in a cached response', async () => {
    expect((await ask(listing(101))).header).toBe(SHORT);
    const again = await ask(listing(101));
    expect(again.header).toBe(SHORT);
    expect(Object.keys(again.json.result)).toEqual(['lamports', 'nfts', 'tokens']);
  });

  it('the coverage is complete with a DAS endpoint, and the extended format includes the coverage', async () => {
    expect((await ask(listing(102))).header).toBe(WHOLE);
    const { json } = await ask(listing(102, { extended: true }));
    expect(json.result.coverage).toEqual({
      read: ['spl-token', 'token-2022', 'mpl-core', 'compressed'],
      notRead: [
        { what: 'zk-compressed', why: 'not-supported' },
        { what: 'stake', why: 'not-requested' },
      ],
    });
  });

  it('the coverage counts mints that are missing on every node', async () => {
    const { header, json } = await ask(listing(103, { extended: true }));
    expect(json.result.tokens.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([
      ['mint-missing'],
    ]);
    expect(header).toBe(`${SHORT}; missing-mints=1`);
    expect(json.result.coverage.notRead).toEqual([
      { what: 'mpl-core', why: 'no-das-endpoint' },
      { what: 'compressed', why: 'no-das-endpoint' },
      { what: 'zk-compressed', why: 'not-supported' },
      { what: 'stake', why: 'not-requested' },
    ]);
  });

  it('the coverage of a batch combines the coverage of the successful items, and a failed call has no coverage', async () => {
    expect((await ask([listing(101), listing(102), listing(103)])).header).toBe(`${SHORT}; missing-mints=1`);
    expect((await ask([listing(102), listing(999)])).header).toBe(WHOLE);
    expect((await ask(listing(999))).header).toBeNull();
  });

  it('under SDK_COMPAT, pages of other origins can read the coverage header', async () => {
    const credentials = `?projectUuid=${TEST_PROJECT.projectId}&projectKey=${TEST_PROJECT.serverKey}`;
    const { response, header } = await ask(listing(101), credentials);
    expect(header).toBe(SHORT);
    expect(response.headers.get('access-control-expose-headers')).toBe(
      'Satchel-Coverage, Satchel-Ignored, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
    );
  });
});

describe('a failing DAS endpoint', () => {
  it('the coverage in the extended format reports a failing DAS endpoint', async () => {
    das.fault = () => ({ status: 500 });
    const other = { ...listing(102, { extended: true }), params: [addressOf('another'), { extended: true }] };
    const { header, json } = await ask(other);
    expect(header).toBe(SHORT);
    expect(json.result.coverage.notRead).toContainEqual({ what: 'compressed', why: 'das-unavailable' });
  });
});
