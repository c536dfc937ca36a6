import { readFileSync } from 'node:fs';
import axios from 'axios';
import { FetchRequest, JsonRpcProvider, Network } from 'ethers';
import { http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import accounts from '@/lib/btc-account/vectors/accounts.json';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testEvmNode, testNode } from '@/lib/testing/nodes/test-node';
import { sendRaw } from '@/lib/testing/servers/raw-http';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT } from '@/lib/testing/servers/service-parts';

// Replays recorded requests of existing clients (lib/testing/clients) and runs general-purpose clients (contract §5).

const RECORDED = ['aa', 'connectkit', 'generic', 'rn'];
const [published] = accounts.published;

let compat: RunningService;
let plain: RunningService;
let solana: TestNode;
let evm: Awaited<ReturnType<typeof testEvmNode>>;

beforeAll(async () => {
  solana = await testNode(sampleNode(snapshotOf(1000, [])));
  evm = await testEvmNode({ [(published?.smartAccountAddress ?? '').toLowerCase()]: '0x6080' });
  const env = { SOLANA_RPC_URL_103: solana.url, EVM_RPC_URL_686868: evm.url, EVM_RPC_URL_1: evm.url };
  plain = await runService(env);
  compat = await runService({ ...env, SDK_COMPAT: 'true' });
});
afterAll(async () => {
  await compat?.stop();
  await plain?.stop();
  await Promise.all([solana?.close(), evm?.close()]);
});

/** Reads the recorded requests: head and body as sent over the wire. */
function recorded(
  name: string,
): { line: string; bytes: string; body: { id?: unknown; method: string }; fromQuery: boolean }[] {
  const file = readFileSync(new URL(`../../testing/clients/${name}.http`, import.meta.url), 'utf8');
  return file
    .split(/^----$/m)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const [head = '', body = ''] = text.trim().split('\n\n');
      const lines = head.split('\n');
      const [line = ''] = lines;
      const bytes = `${lines.join('\r\n')}\r\n\r\n${body}`;
      return { line, bytes, body: JSON.parse(body), fromQuery: line.includes('projectKey=') };
    });
}

describe.each(RECORDED)('requests of %s.http', (name) => {
  it.each(recorded(name).map((request, index) => [index + 1, request.line.slice(0, 60), request] as const))(
    'under SDK_COMPAT, the recorded request %d of an existing client succeeds: %s…',
    async (_index, _line, { bytes, body, fromQuery }) => {
      const answer = await sendRaw(compat.port, bytes);
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      const json = JSON.parse(answer.body);
      expect(json.error).toBeUndefined();
      expect(json.jsonrpc).toBe('2.0');
      // Strictly typed clients expect the id with the type they sent.
      expect(json.id).toBe(Object.hasOwn(body, 'id') ? body.id : 1);
      if (body.method.endsWith('getBTCAccount')) {
        // The web SDKs read `result[0].smartAccountAddress` and send credentials in the query.
        const account = fromQuery ? json.result[0] : json.result;
        expect(account.smartAccountAddress).toMatch(/^0x[0-9a-fA-F]{40}$/);
        if (fromQuery) expect(json.chainId).toBe(686868);
        else expect(json.chainId).toBeUndefined();
      } else if (body.method.endsWith('ByAddress')) {
        expect(Array.isArray(json.result)).toBe(true);
      } else {
        expect(json).toMatchObject({ chainId: 103, result: { lamports: 0, nfts: [], tokens: [] } });
      }
    },
  );
});

describe('SDK_COMPAT', () => {
  const [request] = recorded('connectkit');
  const wrong = (request?.bytes ?? '').replace('test-server-key-of-loopback', 'wrong-server-key-of-loopbac');

  it('under SDK_COMPAT, a preflight gets 204, and errors have CORS headers', async () => {
    const preflight = await fetch(`${compat.base}/evm-chain?projectKey=x`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://localhost:3000',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ');
    // The latter are sent by @solana/web3.js and Kit, and by MCP clients.
    const sent = ['Content-Type', 'Authorization', 'solana-client', 'mcp-protocol-version'];
    expect(allowed).toEqual(expect.arrayContaining(sent));
    const refused = await sendRaw(compat.port, wrong);
    expect(refused.status).toBe(401);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(refused.body).error.code).toBe(40102);
  });

  it('without SDK_COMPAT, query credentials and the SDK’s method prefix are rejected, CORS headers are absent, and OPTIONS returns 405', async () => {
    expect((await sendRaw(plain.port, request?.bytes ?? '')).status).toBe(401);
    const { json } = await plain.call('/evm-chain', {
      id: 1,
      method: 'particle_aa_getBTCAccount',
      params: [{}],
    });
    expect(json.error.code).toBe(-32601);
    const options = await fetch(`${plain.base}/evm-chain`, { method: 'OPTIONS' });
    expect(options.status).toBe(405);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('with SDK_COMPAT, a call can use the service’s own prefix, and ?method= is ignored', async () => {
    const config = { name: 'BTC', version: '1.0.0', btcPublicKey: published?.btcPublicKey };
    const { json } = await compat.call('/evm-chain?method=nonsense&chainId=686868', {
      id: 1,
      method: 'svc_aa_getBTCAccount',
      params: [config],
    });
    expect(json.result.smartAccountAddress).toBe(published?.smartAccountAddress);
  });
});

describe('general clients with Basic credentials', () => {
  const config = { name: 'BTC', version: '1.0.0', btcPublicKey: published?.btcPublicKey };

  it('viem’s http transport can call the service with Basic credentials', async () => {
    const transport = http(`${plain.base}/evm-chain?chainId=686868`, {
      fetchOptions: { headers: { Authorization: TEST_AUTHORIZATION } },
    })({ retryCount: 0 });
    const result = await transport.request({ method: 'svc_aa_getBTCAccount', params: [config] });
    expect(result).toMatchObject({ smartAccountAddress: published?.smartAccountAddress, isDeployed: true });
    await expect(transport.request({ method: 'svc_aa_getBTCAccount', params: [{}] })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('ethers’ JsonRpcProvider can call the service with Basic credentials and in batches', async () => {
    const request = new FetchRequest(`${plain.base}/evm-chain?chainId=686868`);
    request.setHeader('Authorization', TEST_AUTHORIZATION);
    const provider = new JsonRpcProvider(request, Network.from(686868), { staticNetwork: true });
    const [one, two] = await Promise.all([
      provider.send('svc_aa_getBTCAccount', [config]),
      provider.send('svc_aa_getBTCAccount', [config]),
    ]);
    provider.destroy();
    expect([one, two]).toEqual([
      expect.objectContaining({ smartAccountAddress: published?.smartAccountAddress }),
      expect.objectContaining({ smartAccountAddress: published?.smartAccountAddress }),
    ]);
  });

  it('axios can call the service with its auth option', async () => {
    const { data } = await axios.post(
      `${plain.base}/solana`,
      {
        chainId: 103,
        jsonrpc: '2.0',
        id: 0,
        method: 'enhancedGetTokensAndNFTs',
        params: ['6XU36wCxWobLx5Rtsb58kmgAJKVYmMVqy4SHXxENAyAe', { parseMetadataUri: true }],
      },
      { auth: { username: TEST_PROJECT.projectId, password: TEST_PROJECT.serverKey } },
    );
    expect(data).toEqual({
      jsonrpc: '2.0',
      id: 0,
      chainId: 103,
      result: { lamports: 0, nfts: [], tokens: [] },
    });
  });
});
