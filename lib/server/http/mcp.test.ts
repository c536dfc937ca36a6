import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_BIG_WALLET, SAMPLE_TINY_WALLET } from '@/lib/solana/sample-addresses';
import { testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION } from '@/lib/testing/servers/service-parts';

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const LISTING = 'enhancedGetTokensAndNFTs';
/** Metadata of a message of the newest protocol version. */
const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'new', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

let service: RunningService;
const clients: Client[] = [];
beforeAll(async () => {
  service = await runService();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.stop();
});

/** Connects a client of the MCP SDK to the service. */
async function connect(authorization = TEST_AUTHORIZATION) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  clients.push(client);
  const requestInit = { headers: { Authorization: authorization } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`), { requestInit }));
  return client;
}

/** Calls a tool. Returns the result's text items and whether it is an error. */
async function call(name: string, args: Record<string, unknown>) {
  const client = await connect();
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { isError: isError === true, texts: content.map((each) => (each.type === 'text' ? each.text : '')) };
}

/** Posts a single message without the MCP SDK. */
const post = (body: unknown, headers: Record<string, string> = {}) =>
  send(service, JSON.stringify(body), headers);

const send = ({ base }: RunningService, body: string, headers: Record<string, string> = {}) =>
  fetch(`${base}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: TEST_AUTHORIZATION,
      ...headers,
    },
    body,
  });

describe('the MCP endpoint', () => {
  it('MCP lists every method as a read-only tool with the schema of its params', async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'enhancedGetTokensAndNFTs',
        'svc_aa_getBTCAccount',
        'svc_aa_getBTCAccountsByAddress',
      ]),
    );
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(true);
      expect(description).not.toBe('');
      expect(inputSchema.properties).toHaveProperty('chainId');
    }
    const listing = tools.find(({ name }) => name === 'enhancedGetTokensAndNFTs');
    expect(listing?.inputSchema.required).toEqual(['chainId', 'accountAddress']);
  });

  it('an MCP tool call returns exact integers and the coverage', async () => {
    const { isError, texts } = await call('enhancedGetTokensAndNFTs', {
      chainId: 104,
      accountAddress: SAMPLE_TINY_WALLET,
      options: { extended: true },
    });
    expect(isError).toBe(false);
    expect(texts[0]).toContain('"amount":18446744073709551615');
    expect(texts.at(-1)).toContain('Coverage: spl-token, token-2022');
  });

  it('MCP limits a long list and explains how to get the remaining items', async () => {
    const wanted = { chainId: 104, accountAddress: SAMPLE_BIG_WALLET };
    const { texts } = await call('enhancedGetTokensAndNFTs', wanted);
    const { nfts, tokens, nextCursor } = JSON.parse(texts[0] ?? '');
    expect(nfts.length + tokens.length).toBe(50);
    expect(texts[1]).toContain('The list is not complete');
    const next = await call('enhancedGetTokensAndNFTs', {
      ...wanted,
      options: { cursor: nextCursor, limit: 5 },
    });
    const following = JSON.parse(next.texts[0] ?? '');
    expect(following.nfts).toHaveLength(5);
    expect(following.nfts[0].mint > nfts.at(-1).mint).toBe(true);
  });

  it('MCP limits the lists that DAS methods return', async () => {
    const { texts } = await call('getAssetsByOwner', { chainId: 104, ownerAddress: SAMPLE_BIG_WALLET });
    expect(JSON.parse(texts[0] ?? '').items).toHaveLength(50);
    expect(texts[1]).toContain('The list is not complete');
  });

  it.each([
    ['enhancedGetTokensAndNFTs', { accountAddress: SAMPLE_BIG_WALLET, limit: 3 }, 3],
    ['enhancedGetTokensAndNFTs', { accountAddress: SAMPLE_BIG_WALLET, options: null }, 50],
    ['enhancedGetTokensAndNFTs', { accountAddress: SAMPLE_BIG_WALLET, options: { limit: null } }, 50],
    ['getAssetsByOwner', { ownerAddress: SAMPLE_BIG_WALLET, limit: null }, 50],
  ])('MCP accepts a limit outside of options, and null as no limit: %s %j', async (name, params, length) => {
    const { texts } = await call(name, { chainId: 104, ...params });
    const { nfts = [], tokens = [], items = [] } = JSON.parse(texts[0] ?? '');
    expect([...nfts, ...tokens, ...items]).toHaveLength(length);
  });

  it('MCP returns an error instead of a result that is too long for a model', async () => {
    const { isError, texts } = await call('enhancedGetTokensAndNFTs', {
      chainId: 104,
      accountAddress: SAMPLE_BIG_WALLET,
      options: { limit: 1000 },
    });
    expect(isError).toBe(true);
    expect(texts[0]).toContain('answer-too-large');
  });

  it('an MCP tool derives the account of a Bitcoin key', async () => {
    const accountConfig = { name: 'BTC', version: '1.0.0', btcPublicKey: KEY };
    const { texts } = await call('svc_aa_getBTCAccount', { chainId: 31337, accountConfig });
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({
      smartAccountAddress: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc',
    });
  });

  it('MCP returns an error with its reason for a failed call and for an unknown tool', async () => {
    const bad = await call('enhancedGetTokensAndNFTs', { chainId: 104, accountAddress: 'nonsense' });
    expect(bad.isError).toBe(true);
    expect(JSON.parse(bad.texts[0] ?? '')).toMatchObject({
      code: -32602,
      data: { path: 'params.accountAddress' },
    });
    const options = await call('enhancedGetTokensAndNFTs', {
      chainId: 104,
      accountAddress: SAMPLE_TINY_WALLET,
      options: 'all',
    });
    expect(options.isError).toBe(true);
    expect((await call('constructor', {})).texts[0]).toContain('Unknown tool');
  });

  it('MCP accepts the credentials as a bearer token', async () => {
    const client = await connect(TEST_AUTHORIZATION.replace('Basic', 'Bearer'));
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  });

  it('MCP returns 401 for unknown credentials and 405 for HTTP methods other than POST', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post(list, { Authorization: `Bearer ${btoa('nobody:nothing')}` })).status).toBe(401);
    const get = await fetch(`${service.base}/mcp`, { headers: { Authorization: TEST_AUTHORIZATION } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('MCP supports clients of earlier protocol versions', async () => {
    const answer = await post({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"protocolVersion":"2025-03-26"');
    const ready = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([ready.status, await ready.text()]).toEqual([202, '']);
  });

  it('MCP rejects a subscription instead of keeping the connection open', async () => {
    const answer = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: MODERN_META,
        },
      },
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
    );
    expect(await answer.text()).toContain('Subscription limit reached');
  });

  it('MCP returns an error for a message that is not JSON-RPC', async () => {
    expect((await post('nonsense')).status).toBe(400);
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'unknown/method' })).status).toBeLessThan(500);
  });

  it('MCP rejects deep arguments without overflowing the stack', async () => {
    const deep = (levels: number) => {
      const list = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const params = `{"name":"getAsset","arguments":{"chainId":104,"id":${list}}}`;
      return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    };
    for (const levels of [3_500, 60_000]) {
      const answer = await send(service, deep(levels));
      expect(answer.status).toBe(400);
      const { error } = JSON.parse(await answer.text());
      expect(error).toMatchObject({ code: -32700, data: { reason: 'too-deep' } });
    }
    expect(await (await send(service, deep(50))).text()).toContain('invalid-type');
  });

  it.each([
    ['2025-11-25', {}, {}],
    ['2026-07-28', { 'Mcp-Method': 'tools/call', 'Mcp-Name': LISTING }, { _meta: MODERN_META }],
  ])('MCP returns the error of a tool call that reaches its deadline: %s', async (version, headers, meta) => {
    const node = await testNode(() => new Promise(() => {}));
    const hasty = await runService({ SOLANA_RPC_URL_101: node.url, REQUEST_DEADLINE_MS: '500' });
    const params = {
      name: LISTING,
      arguments: { chainId: 101, accountAddress: SAMPLE_TINY_WALLET },
      ...meta,
    };
    const answer = await send(
      hasty,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      { 'MCP-Protocol-Version': version, ...headers },
    );
    const text = await answer.text();
    await hasty.stop();
    await node.close();
    expect(answer.status).toBe(200);
    expect(text).not.toBe('');
    const { result } = JSON.parse(text.replace(/^event: message\ndata: /, ''));
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      code: -32002,
      data: { reason: 'deadline-exceeded' },
    });
  });

  it('MCP answers a tool call although the same batch cancels it', async () => {
    const answer = await post([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: LISTING,
          arguments: { chainId: 104, accountAddress: SAMPLE_TINY_WALLET },
        },
      },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ]);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Coverage: spl-token, token-2022');
  });

  it('every MCP message that runs no tool costs one work unit', async () => {
    const limited = await runService({ RATE_LIMIT_PER_SECOND: '1' });
    const left = async (message: object) => {
      const answer = await send(limited, JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
      await answer.text();
      return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = performance.now();
    await left({ method: 'ping' });
    await left({ method: 'tools/list' });
    await left({ method: 'unknown/method' });
    await left({ method: 'tools/call', params: { name: 'no-such-tool' } });
    const remaining = await left({ method: 'tools/call', params: 5 });
    const refilled = (performance.now() - before) / 1000;
    expect(remaining).toBeLessThanOrEqual(5 + refilled);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => send(limited, '{"jsonrpc":"2.0","id":1,"method":"ping"}')),
    );
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(JSON.parse((await refused?.text()) ?? '').error.data.reason).toBe('rate-limited');
    await limited.stop();
  });

  it('an MCP tool call costs the same as the API call', async () => {
    const limited = await runService({ RATE_LIMIT_PER_SECOND: '1' });
    const listing = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'enhancedGetTokensAndNFTs',
        arguments: { chainId: 104, accountAddress: SAMPLE_TINY_WALLET },
      },
    };
    const answers = [];
    for (let i = 0; i < 12; i++) {
      const params = {
        ...listing.params,
        arguments: { ...listing.params.arguments, options: { limit: i + 1 } },
      };
      const answer = await fetch(`${limited.base}/mcp`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Authorization: TEST_AUTHORIZATION,
        },
        body: JSON.stringify({ ...listing, params }),
      });
      expect(answer.headers.get('ratelimit')).toMatch(/^"work-units";r=\d/);
      answers.push(await answer.text());
    }
    await limited.stop();
    expect(answers[0]).not.toContain('rate-limited');
    expect(answers.some((text) => text.includes('rate-limited'))).toBe(true);
  });
});
