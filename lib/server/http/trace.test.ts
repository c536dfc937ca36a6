import { request as ask, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UpstreamUnavailableError } from '@/lib/errors';
import { sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { spentAddressOf as bitcoinAddressOf, madeSpend } from '@/lib/testing/bitcoin/made-spends';
import { publicKeys } from '@/lib/testing/keys';
import { testEsplora } from '@/lib/testing/nodes/esplora';
import { type TestNode, testEvmNode, testNode } from '@/lib/testing/nodes/test-node';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { TEST_AUTHORIZATION, testServiceParts } from '@/lib/testing/servers/service-parts';
import { type StaticHost, staticHost } from '@/lib/testing/servers/static-host';
import { addressOf, nftWallet } from '@/lib/testing/solana/solana-wallet';
import { until } from '@/lib/testing/until';
import { createService } from '../service';
import { createHttpServer } from './http-server';

// Tests the propagation of a caller's trace (W3C Trace Context) to upstreams and the log.

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${SPAN_ID}-01`;
const OWNER = addressOf('traced owner');
const SPENDER = { privateKey: Buffer.from('7a'.repeat(32), 'hex'), form: 'p2wpkh' } as const;

type Upstream = { url: string; close: () => Promise<void> };
let service: RunningService;
let node: TestNode;
let documents: StaticHost;
let solana: StaticHost;
let das: StaticHost;
let evm: StaticHost;
let bitcoin: StaticHost;
const upstreams: Upstream[] = [];

/** Starts a host that records request headers and forwards the requests to an upstream. */
function recorder(upstream: Upstream): Promise<StaticHost> {
  upstreams.push(upstream);
  return staticHost((path, response, request) => {
    const { method, headers } = request;
    const forward = ask(new URL(path, upstream.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forward);
  });
}

beforeAll(async () => {
  documents = await staticHost((_, response) => response.end('{"name":"document"}'));
  const uri = () => `${documents.origin}/1.json`;
  node = await testNode(sampleNode(snapshotOf(1, nftWallet(OWNER, 3, uri))));
  solana = await recorder(node);
  das = await recorder(await testNode(async () => ({ items: [], total: 0, limit: 1000, page: 1 })));
  evm = await recorder(await testEvmNode({}));
  const esplora = await testEsplora({ [bitcoinAddressOf(SPENDER)]: [madeSpend([SPENDER])] });
  bitcoin = await recorder(esplora);
  service = await runService({
    SOLANA_RPC_URL_101: solana.origin,
    SOLANA_DAS_URL_101: das.origin,
    SOLANA_CACHE_MS: '0',
    METADATA_ALLOW_HOSTS: documents.host,
    EVM_RPC_URL_1: evm.origin,
    BITCOIN_ESPLORA_URL: `${bitcoin.origin}/api`,
  });
  // The first read of a chain requests its certificate in the background, which belongs to no caller (contract §3).
  await service.call('/solana', { ...LISTING, params: [addressOf('first owner')] });
  await until('the certificate is requested', () => node.countOf('getAgGenesisCert') === 1);
});
beforeEach(() => {
  for (const host of [documents, solana, das, evm, bitcoin]) host.requests.length = 0;
});
afterAll(async () => {
  await service?.stop();
  for (const each of [documents, solana, das, evm, bitcoin, ...upstreams]) await each?.close();
});

const LISTING = {
  id: 1,
  chainId: 101,
  method: 'enhancedGetTokensAndNFTs',
  params: [OWNER, { parseMetadataUri: true }],
};
const keys = publicKeys(50);
const newLookUp = (extended = false) => ({
  id: 1,
  chainId: 1,
  method: 'svc_aa_getBTCAccount',
  params: [{ name: 'BTC', version: '2.0.0', btcPublicKey: keys.pop() ?? '', extended }],
});
const DISCOVERY = {
  id: 1,
  chainId: 1,
  method: 'svc_aa_getBTCAccountsByAddress',
  params: [{ btcAddress: bitcoinAddressOf(SPENDER), discover: true }],
};

/** Returns the trace header of each request to an upstream. */
const sentTraces = ({ requests }: StaticHost, name: 'traceparent' | 'tracestate' = 'traceparent') =>
  requests.map(({ headers }: { headers: IncomingHttpHeaders }) => headers[name]);

const isForwarded = expect.stringMatching(new RegExp(`^00-${TRACE_ID}-(?!${SPAN_ID}|0{16})[0-9a-f]{16}-01$`));

describe('a valid traceparent', () => {
  it('a traceparent is forwarded with every upstream request of a listing, each with a new span, but not to document hosts', async () => {
    const { json } = await service.call('/solana', LISTING, {
      traceparent: TRACEPARENT,
      tracestate: 'a=1,b=2',
    });
    expect(json.result.nfts[0].metadata.data.uriData).toEqual({ name: 'document' });
    expect(solana.requests.length).toBeGreaterThanOrEqual(4);
    expect(das.requests.length).toBeGreaterThanOrEqual(1);
    const parents = [...sentTraces(solana), ...sentTraces(das)];
    for (const parent of parents) expect(parent).toEqual(isForwarded);
    expect(new Set(parents).size).toBe(parents.length);
    expect(new Set([...sentTraces(solana, 'tracestate'), ...sentTraces(das, 'tracestate')])).toEqual(
      new Set(['a=1,b=2']),
    );
    expect(documents.requests.length).toBeGreaterThan(0);
    for (const { headers } of documents.requests)
      expect(Object.keys(headers).filter((name) => name.startsWith('trace'))).toEqual([]);
  });

  it.each([false, true])('a traceparent is forwarded to an EVM node (extended: %s)', async (extended) => {
    await service.call('/evm-chain', newLookUp(extended), { traceparent: TRACEPARENT });
    expect(evm.requests.length).toBeGreaterThan(0);
    for (const parent of sentTraces(evm)) expect(parent).toEqual(isForwarded);
    expect(sentTraces(evm, 'tracestate')[0]).toBeUndefined();
  });

  it('a traceparent is forwarded to an Esplora server', async () => {
    const { json } = await service.call('/evm-chain', DISCOVERY, { traceparent: TRACEPARENT });
    expect(json.result.length).toBeGreaterThan(0);
    expect(sentTraces(bitcoin)).toEqual([isForwarded]);
  });

  it('a traceparent applies only to the request that contains it', async () => {
    await service.call('/evm-chain', newLookUp(), { traceparent: TRACEPARENT });
    await service.call('/evm-chain', newLookUp());
    expect(sentTraces(evm)).toEqual([isForwarded, undefined]);
  });
});

const id = TRACE_ID;
describe('traceparent', () => {
  it.each([
    ['with unknown flags is forwarded with the unknown flags set to zero', `00-${id}-${SPAN_ID}-ff`, '03'],
    ['that is not sampled is forwarded', `00-${id}-${SPAN_ID}-00`, '00'],
    ['of a later version is forwarded', `cc-${id}-${SPAN_ID}-01`, '01'],
    [
      'of a later version with more fields is forwarded',
      `cc-${id}-${SPAN_ID}-01-what-the-future-brings`,
      '01',
    ],
  ])('a traceparent %s', async (_, traceparent, flags) => {
    await service.call('/evm-chain', newLookUp(), { traceparent });
    expect(sentTraces(evm)).toEqual([expect.stringMatching(new RegExp(`^00-${id}-[0-9a-f]{16}-${flags}$`))]);
  });

  it.each([
    ['empty', ''],
    ['upper case', TRACEPARENT.toUpperCase()],
    ['without a trace id', `00-${'0'.repeat(32)}-${SPAN_ID}-01`],
    ['without a span id', `00-${id}-${'0'.repeat(16)}-01`],
    ['version ff', `ff-${id}-${SPAN_ID}-01`],
    ['of version 00 with more fields', `${TRACEPARENT}-x`],
    ['of a later version with an invalid end', `cc-${id}-${SPAN_ID}-01.x`],
    ['too short', TRACEPARENT.slice(0, -1)],
    ['not hex', TRACEPARENT.replace('4bf9', '4bg9')],
    ['with two values', `${TRACEPARENT}, ${TRACEPARENT}`],
    ['very long', `cc-${id}-${SPAN_ID}-01-${'x'.repeat(8000)}`],
  ])('ignores an invalid traceparent and serves the call; the traceparent is %s', async (_, traceparent) => {
    const { json } = await service.call('/evm-chain', newLookUp(), { traceparent, tracestate: 'a=1' });
    expect(json.result).toBeDefined();
    expect([sentTraces(evm), sentTraces(evm, 'tracestate')]).toEqual([[undefined], [undefined]]);
  });
});

describe('tracestate', () => {
  const member = (n: number) => `key${n}=${'v'.repeat(90)}`;
  const list = (count: number) => Array.from({ length: count }, (_, n) => member(n)).join(',');
  it.each([
    ['of 512 characters is forwarded', `a=${'x'.repeat(510)}`, `a=${'x'.repeat(510)}`],
    ['that is longer is truncated to complete members', list(30), list(5)],
    ['that is one long member is omitted', `a=${'x'.repeat(511)}`, undefined],
    ['that is far too long is truncated to its first members', list(90), list(5)],
    ['with non-ASCII characters is omitted', 'a=\u00e9', undefined],
    ['without members is omitted', ' ', undefined],
  ])('a tracestate %s', async (_, tracestate, expected) => {
    await service.call('/evm-chain', newLookUp(), { traceparent: TRACEPARENT, tracestate });
    expect([sentTraces(evm), sentTraces(evm, 'tracestate')]).toEqual([[isForwarded], [expected]]);
  });
});

describe('the log', () => {
  let server: Server;
  let base: string;
  const parts = testServiceParts({
    ports: {
      evm: {
        chainIds: [1],
        withoutEndpoint: [],
        isDeployed: async () => {
          throw new UpstreamUnavailableError('upstream-unavailable', 'away', {}, new Error('cause'));
        },
        readAccountState: () => Promise.reject(new Error('not asked')),
      },
    },
  });
  beforeAll(async () => {
    server = createHttpServer(createService(parts), (_, response) => void response.end());
    base = `http://${await listenOnLoopback(server)}`;
  });
  afterAll(() => closeAtOnce(server));

  /** Returns the log lines of a request, once the last one is written. */
  async function linesOf(headers: Record<string, string>, body: unknown) {
    parts.logged.length = 0;
    await fetch(`${base}/evm-chain`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: TEST_AUTHORIZATION, ...headers },
      body: JSON.stringify(body),
    });
    await until('the request is logged', () => parts.logged.some((line) => line.includes('"ms":')));
    return parts.logged.map((line) => JSON.parse(line) as { msg: string; traceId?: string });
  }

  it.each([
    ['a failed call', {}, ['request failed: upstream-unavailable']],
    ['a refusal', { Authorization: 'Basic x' }, ['request failed: authentication-failed']],
  ])('log lines contain the trace id of %s', async (_, headers, messages) => {
    const lines = await linesOf({ ...headers, traceparent: TRACEPARENT }, newLookUp());
    expect(lines.map(({ msg, traceId }) => [msg, traceId])).toEqual(messages.map((msg) => [msg, TRACE_ID]));
  });

  it.each([{}, { traceparent: `00-${TRACE_ID}-x` }])(
    'log lines contain no trace id without a valid traceparent: %j',
    async (headers) => {
      const lines = await linesOf(headers as Record<string, string>, newLookUp());
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).not.toHaveProperty('traceId');
    },
  );
});
