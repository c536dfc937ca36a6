import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { downloadClient } from '@/lib/testing/clients/served-client';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT } from '@/lib/testing/servers/service-parts';

// Tests `integers: "string"` over HTTP (contract §1). Chain 101 has a DAS endpoint for calls that need an index.

const LARGE = 18_446_744_073_709_551_615n;
let received: unknown;
let upstream: TestNode;
let service: RunningService;
beforeAll(async () => {
  upstream = await testNode(async (_method, params) => {
    received = params;
    return { total: 1, limit: 10, items: [{ token_info: { supply: LARGE } }] };
  });
  service = await runService({ SOLANA_RPC_URL_101: upstream.url, SOLANA_DAS_URL_101: upstream.url });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

/** Calls a method. Returns the text of the response, and the response as parsed by `JSON.parse`. */
async function call(method: string, params: unknown, chainId = 104) {
  const response = await fetch(`${service.base}/solana/${chainId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  const { result, error } = JSON.parse(text);
  return { text, result, error, ignored: response.headers.get('satchel-ignored') };
}
const listing = (options: object) => call('enhancedGetTokensAndNFTs', [SAMPLE_TINY_WALLET, options]);

it('integers: "string" makes lamports and amounts in both formats of a listing decimal strings', async () => {
  for (const extended of [false, true]) {
    const { result, ignored } = await listing({ integers: 'string', extended });
    expect(result).toMatchObject({
      lamports: '1500000000',
      nfts: [{ sellerFeeBasisPoints: 500 }],
      tokens: [{ amount: '18446744073709551615', decimals: 6 }],
    });
    expect(ignored).toBeNull();
  }
});

it('the response cache distinguishes responses with strings from responses with JSON integers', async () => {
  const first = await listing({});
  const strings = await listing({ integers: 'string' });
  expect(first.text).toContain('"lamports":1500000000,');
  expect(strings.text).toContain('"lamports":"1500000000",');
  expect((await listing({})).text).toBe(first.text);
  const assets = { ownerAddress: SAMPLE_TINY_WALLET, options: { showNativeBalance: true } };
  const numbers = await call('getAssetsByOwner', assets);
  expect(numbers.result.nativeBalance.lamports).toBe(1_500_000_000);
  const asStrings = await call('getAssetsByOwner', { ...assets, integers: 'string' });
  expect(asStrings.result.nativeBalance.lamports).toBe('1500000000');
});

it('integers: "string" makes all 64-bit members of DAS results decimal strings, even small ones', async () => {
  const list = await call('getAssetsByOwner', {
    ownerAddress: SAMPLE_WALLET,
    integers: 'string',
    options: { showFungible: true, parseMetadataUri: false },
  });
  const { items } = list.result as { items: { token_info: object; supply?: object }[] };
  for (const { token_info, supply } of items) {
    expect(token_info).toMatchObject({ balance: expect.any(String), decimals: expect.any(Number) });
    if (supply !== undefined)
      expect(supply).toMatchObject({ print_max_supply: '0', print_current_supply: '0' });
  }
  expect(items.length).toBeGreaterThan(3);
  const accounts = await call('getTokenAccounts', { owner: SAMPLE_TINY_WALLET, integers: 'string' });
  expect(accounts.result.token_accounts[0]).toMatchObject({
    amount: expect.any(String),
    delegated_amount: '0',
  });
});

it('a call with integers: "string" is forwarded to the DAS endpoint without the option', async () => {
  const params = { groupKey: 'collection', groupValue: SAMPLE_WALLET, integers: 'string' };
  const { result } = await call('getAssetsByGroup', params, 101);
  expect(received).toEqual({ groupKey: 'collection', groupValue: SAMPLE_WALLET });
  expect(result.items).toEqual([{ token_info: { supply: String(LARGE) } }]);
});

it.each([
  ['enhancedGetTokensAndNFTs', [SAMPLE_TINY_WALLET, { integers: 'number' }], 'params[1].integers'],
  ['enhancedGetTokensAndNFTs', [SAMPLE_TINY_WALLET, { integers: 1 }], 'params[1].integers'],
  ['getAssetsByOwner', { ownerAddress: SAMPLE_TINY_WALLET, integers: 'hex' }, 'params.integers'],
  ['getAsset', [{ id: SAMPLE_TINY_WALLET, integers: true }], 'params[0].integers'],
  ['getAssetProof', { id: SAMPLE_TINY_WALLET, integers: 'hex' }, 'params.integers'],
])('%s rejects an invalid value of the option integers (case %#)', async (method, params, path) => {
  const { error } = await call(method, params);
  expect(error).toMatchObject({ code: -32602, data: { reason: 'invalid-value', path } });
});

it('JSON.stringify accepts a listing that the client read with integers: "string"', async () => {
  const served = await downloadClient(service.base);
  const client = served.createClient({ baseUrl: service.base, ...TEST_PROJECT });
  const params = { chainId: 104, accountAddress: SAMPLE_WALLET, options: { integers: 'string' } };
  const text = JSON.stringify(await client.enhancedGetTokensAndNFTs?.(params));
  served.remove();
  expect(text).toContain('"lamports":"9007199254740993"');
});
