import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashServerKey } from '@/lib/server/auth/basic-auth';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { openStore } from '@/lib/store/open';
import { count } from '@/lib/testing/measure';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { metricOf } from '@/lib/testing/servers/metrics';
import { exchangeRaw, sendRaw } from '@/lib/testing/servers/raw-http';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, TEST_PROJECT } from '@/lib/testing/servers/service-parts';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';

// Sends the inputs listed in INPUTS.md that no other test sends, over real sockets.

const OWNER = addressOf('inputs');
const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const good = {
  id: 1,
  chainId: 31337,
  method: 'svc_aa_getBTCAccount',
  params: [{ name: 'BTC', version: '1.0.0', btcPublicKey: KEY }],
};
const goodText = JSON.stringify(good);
let service: RunningService;
let node: TestNode;
beforeAll(async () => {
  node = await testNode(sampleNode(snapshotOf(1, nftWallet(OWNER, 2))));
  service = await runService({
    SOLANA_RPC_URL_101: node.url,
    SOLANA_CACHE_MS: '0',
    // No test here should hit the deadline.
    REQUEST_DEADLINE_MS: '120000',
  });
});
afterAll(async () => {
  await service?.stop();
  await node?.close();
});

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const post = (head: string, body: string, path = '/evm-chain') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${TEST_AUTHORIZATION}\r\n${head}\r\n${body}`;
const isServed = async () => (await service.call('/evm-chain', good)).json.result !== undefined;

describe('HTTP', () => {
  it('rejects a key that belongs to another project (input 17)', async () => {
    const store = await openStore({ databaseUrl: undefined, dataDir: service.service.env.dataDir });
    await store.projects.addProject({
      projectId: 'another',
      keyHash: hashServerKey('another-key'),
      name: '',
    });
    await store.close();
    const statusOf = async (pair: string) =>
      (await service.call('/evm-chain', good, { Authorization: basic(pair) })).status;
    expect(await statusOf('another:another-key')).toBe(200);
    expect(await statusOf(`${TEST_PROJECT.projectId}:another-key`)).toBe(401);
  });

  it('rejects a request target that contains credentials (input 20)', async () => {
    const target = `http://${TEST_PROJECT.projectId}:${TEST_PROJECT.serverKey}@x/evm-chain`;
    const { status } = await sendRaw(
      service.port,
      `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${goodText.length}\r\n\r\n${goodText}`,
    );
    expect(status).toBe(400);
  });

  it('treats bytes after the content length as an invalid request, and rejects invalid content lengths (input 26)', async () => {
    const answers = await exchangeRaw(service.port, post('Content-Length: 5\r\n', goodText), 2);
    expect(answers).toHaveLength(2);
    expect(JSON.parse(answers[0]?.body ?? '').error.code).toBe(-32700);
    expect(answers[1]).toMatchObject({ status: 400, body: '', headers: { connection: 'close' } });
    for (const length of ['-1', '1x', '99999999999999999999'])
      expect((await sendRaw(service.port, post(`Content-Length: ${length}\r\n`, goodText))).status).toBe(400);
    expect(await isServed()).toBe(true);
  });

  it('aborts upstream calls when their only caller disconnects (input 30)', async () => {
    node.fault = () => 'hang';
    const socket = connect(service.port, '127.0.0.1');
    const body = JSON.stringify({ id: 1, chainId: 101, method: 'enhancedGetTokensAndNFTs', params: [OWNER] });
    socket.write(post(`Content-Length: ${body.length}\r\n`, body, '/solana'));
    await until('the listing calls the node', () => node.inFlight() >= 3);
    socket.destroy();
    await until('the calls are aborted', () => node.inFlight() === 0);
    const isIdle = async () =>
      metricOf(await (await fetch(`${service.base}/metrics`)).text(), 'satchel_work_units_under_way') === 0;
    await until('its permit is released', isIdle);
    // The service must not retry upstream calls for a disconnected caller.
    const sent = node.calls.length;
    await sleep(1000);
    expect(node.calls.length).toBe(sent);
    node.fault = undefined;
  });

  const idle = count(9000, 1000);
  it(`serves callers while ${idle} connections are idle (input 32)`, async () => {
    const sockets: Socket[] = [];
    let connected = 0;
    for (let i = 0; i < idle; i++) {
      const socket = connect(service.port, '127.0.0.1', () => connected++);
      socket.on('error', () => {});
      sockets.push(socket);
      if (i % 100 === 99) await until('another hundred are connected', () => connected === i + 1);
    }
    for (let i = 0; i < 20; i++) expect(await isServed()).toBe(true);
    for (const socket of sockets) socket.destroy();
  });

  it.each(['', 'a b', '<script>', 'x'.repeat(3000), '[::1', 'evil.example:99999'])(
    'returns the usual response whatever the Host header, such as %j (input 35)',
    async (host) => {
      const request = post(`Content-Length: ${goodText.length}\r\n`, goodText);
      const usual = await sendRaw(service.port, request);
      const { status, body, raw } = await sendRaw(service.port, request.replace('Host: x', `Host: ${host}`));
      expect(status).toBe(200);
      expect(JSON.parse(body).result).toBeDefined();
      expect(body).toBe(usual.body);
      expect(raw).not.toContain('<script>');
    },
  );
});

describe('JSON-RPC', () => {
  const send = async (body: string | Uint8Array) => {
    const response = await fetch(`${service.base}/evm-chain`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION },
      body: body as BodyInit,
    });
    return response.json();
  };

  it('rejects invalid UTF-8 in a JSON string (input 40)', async () => {
    const bytes = Buffer.from(goodText.replace('1.0.0', '1.0.\u0001'));
    bytes[bytes.indexOf(1)] = 0xff;
    expect((await send(bytes)).error.code).toBe(-32700);
  });

  it('echoes a lone surrogate in an id, and rejects a lone surrogate in a public key (input 41)', async () => {
    expect((await send(goodText.replace('"id":1', '"id":"\\ud800"'))).id).toBe('\ud800');
    expect((await send(goodText.replace(KEY, '\\ud800'))).error.code).toBe(-32602);
  });

  it('uses the last of duplicate JSON members, including the id (input 43)', async () => {
    const answer = await send(goodText.replace('"id":1', '"id":1,"id":2,"chainId":7,"method":"x"'));
    expect(answer.id).toBe(2);
    expect(answer.result.chainId).toBe(31337);
  });

  it('rejects a nested batch as a single item, and answers requests with equal ids separately (inputs 51 and 54)', async () => {
    const answers = await send(`[${goodText},[${goodText}],${goodText},null]`);
    expect(
      answers.map((one: { id: unknown; error?: { code: number } }) => [one.id, one.error?.code]),
    ).toEqual([
      [1, undefined],
      [null, -32600],
      [1, undefined],
      [null, -32600],
    ]);
  });

  it('answers two account configs of different forms in one call, in order (input 60)', async () => {
    const both = { ...good, params: [good.params[0], { accountConfig: good.params[0] }] };
    const { result } = await send(JSON.stringify(both));
    const { result: one } = await send(goodText);
    expect(result).toEqual([one, one]);
  });

  it('truncates a method or field name of 200 KB in the error message (input 61)', async () => {
    for (const over of [{ method: 'm'.repeat(200_000) }, { params: [{ ['k'.repeat(200_000)]: 1 }] }]) {
      const text = JSON.stringify(await send(JSON.stringify({ ...good, ...over })));
      expect(text.length).toBeLessThan(3000);
      expect(JSON.parse(text).error.code).toBeLessThan(-32600);
    }
  });
});
